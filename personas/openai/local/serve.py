"""Serves the small model on loopback until it is told to stop. Started by the script model, which is beside it.

usage: serve.py RUN WEIGHTS TEMPLATE PORT SLOTS CONTEXT

When the model is loaded and listens, its address is in the file RUN/address; no such file, no model.
"""

import os
import signal
import sys

import xllamacpp


def params(weights, template, port, slots, context):
    p = xllamacpp.CommonParams()
    p.model.path = weights
    p.model_alias = {"smollm2-135m"}
    p.port = port  # 0: any that is free
    p.hostnames = ["127.0.0.1"]
    p.cors_origins = "http://127.0.0.1"  # no page of another site may ask
    p.ui = False
    p.n_parallel = slots
    p.n_ctx = slots * context  # every slot has the whole context of the model
    p.n_gpu_layers = 0
    p.n_predict = context // 2  # a small model that repeats itself comes to an end
    p.cache_ram_mib = 256
    threads = os.cpu_count() or 1
    p.cpuparams.n_threads = threads
    p.cpuparams_batch.n_threads = threads
    with open(template, encoding="utf-8") as f:
        p.chat_template = f.read()
    p.use_jinja = True
    return p


def main(run, weights, template, port, slots, context):
    address = os.path.join(run, "address")
    if os.getpgrp() != os.getpid():
        os.setsid()  # Ctrl-C in the terminal that started it does not end it

    def stop(_signal, _frame):
        if os.path.exists(address):
            os.remove(address)
        os._exit(0)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    server = xllamacpp.Server(params(weights, template, int(port), int(slots), int(context)))
    with open(address + ".new", "w", encoding="utf-8") as f:
        f.write(server.listening_address + "/v1\n")
    os.replace(address + ".new", address)
    while True:
        signal.pause()


if __name__ == "__main__":
    if len(sys.argv) != 7:
        sys.exit(__doc__)
    main(*sys.argv[1:])
