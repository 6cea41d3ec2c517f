"use strict";
(function () {
  var log = JSON.parse(document.getElementById("log").textContent);
  var rows = log.rows, actors = log.actors, size = 100;
  var SEQ = 0, CAUSE = 1, DAY = 2, TIME = 3, ACTOR = 4, KIND = 5, TEXT = 6, SEEN = 7, FLAGS = 8;
  var $ = function (id) { return document.getElementById(id); };
  var q = $("q"), who = $("who"), app = $("app"), hidden = $("hidden-layer"), history = $("history");
  var list = $("events"), status = $("status"), pagers = [$("pager-top"), $("pager-bottom")];
  var shown = [], page = 0, target = 0, lower = null, words = [];

  function el(tag, cls, text) {
    var n = document.createElement(tag);
    if (cls) n.className = cls;
    if (text !== undefined) n.textContent = text;
    return n;
  }
  function isHidden(r) { return (r[FLAGS] & 1) !== 0; }
  function haystack() { // made once, at the first search
    if (!lower) lower = rows.map(function (r) {
      var a = actors[r[ACTOR]];
      return (r[TEXT] + "\n" + log.kinds[r[KIND]] + "\n" + a.name + " " + a.id).toLowerCase();
    });
    return lower;
  }
  function filter() {
    var text = q.value.trim().toLowerCase();
    words = text && text[0] !== "#" ? text.split(/\s+/) : [];
    var hay = words.length ? haystack() : null;
    var person = who.value, prefix = app.value ? app.value + "." : "";
    shown = [];
    for (var i = 0; i < rows.length; i++) {
      var r = rows[i];
      if (!hidden.checked && !app.value && isHidden(r)) continue; // whoever asks for an app gets all of it, as from tenure log
      if (!history.checked && r[SEQ] < log.opened) continue;
      if (prefix && log.kinds[r[KIND]].indexOf(prefix) !== 0) continue;
      if (person && actors[r[ACTOR]].id !== person && !r[SEEN].some(function (a) { return actors[a].id === person; })) continue;
      if (hay && !words.every(function (w) { return hay[i].indexOf(w) >= 0; })) continue;
      shown.push(i);
    }
  }
  function marked(node, text) { // sets the text with the words searched for marked; never as HTML
    var low = text.toLowerCase(), at = 0;
    if (!words.length || low.length !== text.length) { node.textContent = text; return node; }
    while (at < text.length) {
      var next = -1, len = 0;
      words.forEach(function (w) {
        var i = low.indexOf(w, at);
        if (i >= 0 && (next < 0 || i < next || (i === next && w.length > len))) { next = i; len = w.length; }
      });
      if (next < 0) break;
      node.appendChild(document.createTextNode(text.slice(at, next)));
      node.appendChild(el("mark", "", text.slice(next, next + len)));
      at = next + len;
    }
    node.appendChild(document.createTextNode(text.slice(at)));
    return node;
  }
  function link(seq, text, cls) {
    var a = el("a", cls, text);
    a.href = "#e" + seq;
    return a;
  }
  function meta(r) {
    var m = el("p", "meta"), seen = r[SEEN].filter(function (a) { return a !== r[ACTOR]; });
    if (isHidden(r)) { m.appendChild(el("span", "tag", "hidden")); m.appendChild(document.createTextNode(" ")); }
    m.appendChild(document.createTextNode(log.kinds[r[KIND]]));
    if (r[CAUSE]) { m.appendChild(document.createTextNode(" · because of ")); m.appendChild(link(r[CAUSE], "#" + r[CAUSE])); }
    if (seen.length) m.appendChild(document.createTextNode(" · seen by " + seen.map(function (a) { return actors[a].name; }).join(", ")));
    return m;
  }
  function event(r) {
    var a = actors[r[ACTOR]], li = el("li", "ev" + (isHidden(r) ? " hid" : "") + (r[SEQ] === target ? " target" : ""));
    li.id = "e" + r[SEQ];
    li.tabIndex = -1;
    li.appendChild(link(r[SEQ], "#" + r[SEQ], "no"));
    li.appendChild(el("span", "at", r[TIME]));
    li.appendChild(el("span", "by" + (a.agent ? " agent" : ""), a.name));
    var body = el("div", "body"), text = el("p", "text");
    var said = r[TEXT], cut = (r[FLAGS] & 2) ? said.indexOf("\n") : -1;
    if (cut >= 0) { // where a message went stands above it
      body.appendChild(marked(el("p", "to"), said.slice(0, cut)));
      said = said.slice(cut + 1);
    }
    marked(text, said);
    body.appendChild(text);
    if (r[TEXT].length > 700 || r[TEXT].split("\n").length > 8) body.appendChild(fold(text, r[SEQ] === target));
    body.appendChild(meta(r));
    li.appendChild(body);
    return li;
  }
  function fold(text, open) {
    var b = el("button", "more");
    b.type = "button";
    function set(o) { text.classList.toggle("long", !o); b.textContent = o ? "Show less" : "Show all"; b.setAttribute("aria-expanded", String(o)); }
    b.onclick = function () { set(text.classList.contains("long")); };
    set(open);
    return b;
  }
  function pages() { return Math.max(1, Math.ceil(shown.length / size)); }
  function pager(box) {
    box.textContent = "";
    box.hidden = pages() < 2;
    function button(name, to) {
      var b = el("button", "", name);
      b.type = "button";
      b.disabled = to < 0 || to >= pages() || to === page;
      b.onclick = function () { page = to; draw(); $("transcript").scrollIntoView(); };
      box.appendChild(b);
    }
    button("First", 0); button("Previous", page - 1);
    box.appendChild(el("span", "", "Page " + (page + 1) + " of " + pages()));
    button("Next", page + 1); button("Last", pages() - 1);
  }
  function draw() {
    page = Math.min(Math.max(page, 0), pages() - 1);
    var out = document.createDocumentFragment(), day = -1;
    shown.slice(page * size, (page + 1) * size).forEach(function (i) {
      var r = rows[i];
      if (r[DAY] !== day) { day = r[DAY]; out.appendChild(el("li", "day", log.days[day])); }
      out.appendChild(event(r));
    });
    list.textContent = "";
    list.appendChild(out);
    pagers.forEach(pager);
    status.textContent = shown.length ? shown.length.toLocaleString("en") + " of " + rows.length.toLocaleString("en") + " events" : "No event passes these filters.";
    $("layer-note").hidden = !hidden.checked;
  }
  function refresh() { filter(); page = 0; draw(); }
  function find(seq) { // rows are in the order of their numbers
    var lo = 0, hi = rows.length - 1;
    while (lo <= hi) {
      var mid = (lo + hi) >> 1;
      if (rows[mid][SEQ] === seq) return mid;
      if (rows[mid][SEQ] < seq) lo = mid + 1; else hi = mid - 1;
    }
    return -1;
  }
  function go(seq) { // shows an event whatever the filters say: they open as far as it needs
    var i = find(seq);
    if (i < 0) { status.textContent = "There is no event #" + seq + " in this log."; return; }
    var r = rows[i];
    target = seq;
    if (shown.indexOf(i) < 0) {
      q.value = ""; who.value = ""; app.value = "";
      if (isHidden(r)) hidden.checked = true;
      if (r[SEQ] < log.opened) history.checked = true;
      filter();
    }
    page = Math.floor(shown.indexOf(i) / size);
    draw();
    var node = $("e" + seq);
    node.scrollIntoView({ block: "center", behavior: "instant" });
    node.focus({ preventScroll: true });
  }
  function fromAddress() {
    var m = /^#e(\d+)$/.exec(location.hash);
    if (m) go(Number(m[1]));
  }
  var timer = 0;
  q.addEventListener("input", function () { clearTimeout(timer); timer = setTimeout(refresh, 120); });
  [who, app, hidden, history].forEach(function (c) { c.addEventListener("change", refresh); });
  $("controls").addEventListener("submit", function (e) {
    e.preventDefault();
    var m = /^#(\d+)$/.exec(q.value.trim());
    if (m) { q.value = ""; location.hash = "#e" + m[1]; fromAddress(); }
  });
  window.addEventListener("hashchange", fromAddress);
  document.addEventListener("click", function (e) { // the same link twice changes no address
    var a = e.target.closest ? e.target.closest("a") : null;
    var href = a && a.getAttribute("href");
    if (href && href === location.hash && /^#e\d+$/.test(href)) { e.preventDefault(); fromAddress(); }
  });
  $("controls").hidden = false;
  refresh();
  fromAddress();
})();
