/* A console program with a licence: logs in, works while the licence holds, and logs out on Ctrl-C.
 *
 *   LATCHKEY_HOST=https://licence.example.com LATCHKEY_APP_KEY=... LATCHKEY_APP_SECRET=... LATCHKEY_PUBLIC_KEY=... \
 *   LATCHKEY_CARD=VIP-7Q2M-9XKD ./console
 */
#include <latchkey.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static volatile sig_atomic_t stopped = 0;

static void on_signal(int number) {
  (void)number;
  stopped = 1;
}

static const char* setting(const char* name, const char* otherwise) {
  const char* value = getenv(name);
  return value && *value ? value : otherwise;
}

/* Prints a member of a JSON text. Whole texts may have the token. */
static void print_member(const char* title, const char* json, const char* pointer) {
  char* text = NULL;
  if (json && latchkey_json_get(json, pointer, &text) == LATCHKEY_OK) printf("%s: %s\n", title, text);
  latchkey_free(text);
  fflush(stdout);
}

static int fail(char* json) {
  char* tell = NULL;
  if (json && latchkey_json_get(json, "/tell/en", &tell) == LATCHKEY_OK) {
    printf("not licensed: %s\n", tell); /* for the customer */
  } else {
    print_member("not licensed", json, "/message");
  }
  latchkey_free(tell);
  latchkey_free(json);
  return 1;
}

int main(void) {
  /* Constants in your program. None of these texts may hold a quote or a backslash. */
  const char* key = setting("LATCHKEY_PUBLIC_KEY", "");
  const char* quote = *key ? "\"" : "";
  char options[2048];
  char* json = NULL;
  latchkey_client* client = NULL;
  latchkey_session* session = NULL;

  snprintf(options, sizeof options,
           "{\"hosts\": [\"%s\"], \"app_key\": \"%s\", \"app_secret\": \"%s\", \"public_keys\": [%s%s%s], "
           "\"sign_mode\": \"%s\", \"version\": \"1.0.0\"}",
           setting("LATCHKEY_HOST", "http://127.0.0.1:3000"), setting("LATCHKEY_APP_KEY", ""),
           setting("LATCHKEY_APP_SECRET", ""), quote, key, quote, setting("LATCHKEY_SIGN_MODE", "hmac-sha256-path"));
  if (latchkey_client_new(options, NULL, &client, &json) != LATCHKEY_OK) return fail(json);
  latchkey_free(json);

  if (latchkey_login(client, setting("LATCHKEY_CARD", ""), &session, &json) != LATCHKEY_OK) {
    latchkey_client_free(client);
    return fail(json);
  }
  print_member("licensed until", json, "/expires");
  latchkey_free(json);

  signal(SIGINT, on_signal);
  signal(SIGTERM, on_signal);
  if (latchkey_keep(session, NULL, NULL, &json) != LATCHKEY_OK) {
    latchkey_session_free(session);
    latchkey_client_free(client);
    return fail(json);
  }
  latchkey_free(json);

  while (latchkey_licensed(session) && !stopped) {
    printf("working\n");
    fflush(stdout);
    if (latchkey_next_event(session, 2000, &json) == LATCHKEY_OK) { /* waits, at most 2 s */
      print_member("event", json, "/event");
      print_member("reason", json, "/reason");
    }
    latchkey_free(json);
  }
  if (latchkey_state(session, &json) == LATCHKEY_OK) print_member("state", json, "/state");
  latchkey_free(json);
  latchkey_session_free(session); /* closes the keeper, which logs out */
  latchkey_client_free(client);
  return 0;
}
