/* A console program with a licence: logs in, works while the licence holds, and logs out on Ctrl-C.
 *
 *   LATCHKEY_SERVER=https://license.example.com LATCHKEY_APP_KEY=... LATCHKEY_APP_SECRET=... LATCHKEY_PUBLIC_KEY=... \
 *   LATCHKEY_CARD=VIP-7Q2M-9XKD ./console
 */
#include <latchkey.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile sig_atomic_t stopped = 0;

static void on_signal(int number) {
  (void)number;
  stopped = 1;
}

static const char* setting(const char* name) {
  const char* value = getenv(name);
  if (!value || !*value) {
    fprintf(stderr, "%s is missing: set it as the README shows\n", name);
    exit(2);
  }
  return value;
}

/* Prints a member of a JSON text; returns 0 if there is none. Do not print whole texts: they may contain the token. */
static int print_member(FILE* file, const char* title, const char* json, const char* pointer) {
  char* text = NULL;
  int found = json && latchkey_json_get(json, pointer, &text) == LATCHKEY_OK;
  if (found) fprintf(file, "%s: %s\n", title, text);
  latchkey_free(text);
  fflush(file);
  return found;
}

/* For the developer. */
static void print_error(const char* json) {
  print_member(stderr, "code", json, "/code");
  print_member(stderr, "message", json, "/message");
}

static int fail(int status, char* json) {
  if (status == LATCHKEY_REFUSED) {
    print_member(stdout, "not licensed", json, "/tell/en"); /* for the customer */
  } else if (status == LATCHKEY_UNAVAILABLE) {
    puts("not licensed: The licence server cannot be reached. Please try again later.");
  }
  print_error(json);
  latchkey_free(json);
  return 1;
}

/* The work needs a value that only the server has, not a yes or no. A failure here does not end the session.
 */
static void work(latchkey_session* session) {
  char *json = NULL, *name = NULL;
  int status = latchkey_session_variable(session, "greeting", &json);
  if (status == LATCHKEY_OK) {
    print_member(stdout, "value", json, "/value");
  } else if (status == LATCHKEY_REFUSED && latchkey_json_get(json, "/code", &name) == LATCHKEY_OK &&
             strcmp(name, "10501") == 0) {
    puts("working; the application has no variable named greeting");
  } else {
    print_error(json);
  }
  latchkey_free(name);
  latchkey_free(json);
}

int main(void) {
  /* Constants in your program. None of these texts may contain a quote or a backslash. */
  const char* sign_mode = getenv("LATCHKEY_SIGN_MODE");
  const char* card = setting("LATCHKEY_CARD");
  char options[2048];
  char* json = NULL;
  latchkey_client* client = NULL;
  latchkey_session* session = NULL;
  int status, ended = 0;

  snprintf(options, sizeof options,
           "{\"hosts\": [\"%s\"], \"app_key\": \"%s\", \"app_secret\": \"%s\", \"public_keys\": [\"%s\"], "
           "\"sign_mode\": \"%s\", \"version\": \"1.0.0\"}",
           setting("LATCHKEY_SERVER"), setting("LATCHKEY_APP_KEY"), setting("LATCHKEY_APP_SECRET"),
           setting("LATCHKEY_PUBLIC_KEY"), sign_mode ? sign_mode : "hmac-sha256-path");
  status = latchkey_client_new(options, NULL, &client, &json);
  if (status != LATCHKEY_OK) {
    print_error(json); /* a wrong option */
    latchkey_free(json);
    return 2;
  }
  latchkey_free(json);

  status = latchkey_login(client, card, &session, &json);
  if (status == LATCHKEY_OK) {
    print_member(stdout, "licensed until", json, "/expires");
    latchkey_free(json);
    status = latchkey_keep(session, NULL, NULL, &json);
  }
  if (status != LATCHKEY_OK) {
    latchkey_session_free(session);
    latchkey_client_free(client);
    return fail(status, json);
  }
  latchkey_free(json);

  signal(SIGINT, on_signal);
  signal(SIGTERM, on_signal);
  while (latchkey_licensed(session) && !stopped) {
    work(session);
    if (latchkey_next_event(session, 2000, &json) == LATCHKEY_OK) { /* waits, at most 2 s */
      print_member(stdout, "event", json, "/event");
      print_member(stdout, "reason", json, "/reason");
    }
    latchkey_free(json);
  }
  if (!latchkey_licensed(session)) {
    ended = 1; /* your program: close what the licence opens */
    latchkey_state(session, &json);
    if (print_member(stdout, "not licensed", json, "/tell/en")) { /* for the customer, after a refusal */
      print_member(stderr, "code", json, "/code");
    } else {
      puts("not licensed: The licence has ended.");
      print_member(stderr, "reason", json, "/reason");
    }
    latchkey_free(json);
  }
  latchkey_session_free(session); /* closes the keeper, which logs out */
  latchkey_client_free(client);
  return ended;
}
