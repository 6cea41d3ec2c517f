package models

import "testing"

func TestNamesOfKeysAreToldFromNamesOfPieces(t *testing.T) {
	for _, name := range []string{"api_key", "x_api_key", "X-API-Key", "xApiKey", "apikey", "key", "token", "hf_token", "auth_token", "authToken", "session_token", "client_secret", "password", "db_password", "Authorization", "proxy_authorization", "bearer", "bearer_token", "headers", "extra_headers", "credentials", "x_auth", "cookie"} {
		if !Secret(name) {
			t.Errorf("%s may stand in a file", name)
		}
	}
	for _, name := range []string{"max_tokens", "max_completion_tokens", "min_tokens", "maxOutputTokens", "stop_token_ids", "skip_special_tokens", "eos_token", "add_bos_token", "prompt_cache_key", "cache_key", "top_p", "seed", "tokens", "logit_bias", "keyword", "author", "monkey", "thinking_budget_tokens"} {
		if Secret(name) {
			t.Errorf("%s may not stand in a file", name)
		}
	}
}

func TestAKeyInsideAParameterIsRefusedAndNotStored(t *testing.T) {
	c := Config{Models: []Model{{Name: "a", URL: "http://h/v1", ID: "x", Params: map[string]rawJSON{"extra": rawJSON(`[{"x_api_key":"hunter2"}]`), "seed": rawJSON("1")}}}, Roles: map[string]Role{Reader: {Model: "a"}}}
	if got := c.Check(); len(got) != 1 || got[0].Path != "models[0].params.extra" {
		t.Errorf("got %+v, want that the parameter is refused", got)
	}
	if got := c.Public().Models[0].Params; len(got) != 1 {
		t.Errorf("got %s stored", got)
	}
}

func TestAPastedKeyIsNoVariable(t *testing.T) {
	for name, want := range map[string]bool{"": true, "OPENAI_API_KEY": true, "K2": true, "_K": true, "gsk_abc": false, "AIzaSyX": false, "hf_abc": false, "2K": false, "A-B": false, "openai_key": false} {
		if got := Variable(name); got != want {
			t.Errorf("%q: got %t, want %t", name, got, want)
		}
	}
}
