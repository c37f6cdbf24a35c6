/* Logs in with a card, and works while the licence holds. */
#include <latchkey.h>
#include <stdio.h>

/* Without public keys, answers are not verified. */
static const char OPTIONS[] =
    "{\"hosts\": [\"https://licence.example.com\"],"
    " \"app_key\": \"YOUR_APP_KEY\","
    " \"app_secret\": \"YOUR_APP_SECRET\","
    " \"public_keys\": [\"YOUR_PUBLIC_KEY\"],"
    " \"sign_mode\": \"hmac-sha256-path\"}";
static const char CARD[] = "YOUR_CARD";

/* Returns 0 if there is no such member. */
static int print_member(FILE* file, const char* title, const char* json, const char* pointer) {
  char* text = NULL;
  int found = latchkey_json_get(json, pointer, &text) == LATCHKEY_OK;
  if (found) fprintf(file, "%s%s\n", title, text);
  latchkey_free(text);
  fflush(file);
  return found;
}

int main(void) {
  latchkey_client* client = NULL;
  latchkey_session* session = NULL;
  char* json = NULL;
  int status = latchkey_client_new(OPTIONS, NULL, &client, &json);
  if (status == LATCHKEY_OK) {
    latchkey_free(json);
    status = latchkey_login(client, CARD, &session, &json);
  }
  if (status == LATCHKEY_OK) {
    print_member(stdout, "licensed until ", json, "/expires");
    latchkey_free(json);
    status = latchkey_keep(session, NULL, NULL, &json); /* sends heartbeats */
  }
  if (status == LATCHKEY_OK) {
    while (latchkey_licensed(session)) { /* your work; here: events */
      latchkey_free(json);
      if (latchkey_next_event(session, 1000, &json) == LATCHKEY_OK) print_member(stdout, "", json, "/event");
    }
    latchkey_free(json);
    latchkey_state(session, &json);
    if (!print_member(stdout, "The licence has ended: ", json, "/tell/en"))
      print_member(stdout, "The licence has ended: ", json, "/reason");
  } else if (status == LATCHKEY_REFUSED) {
    print_member(stdout, "", json, "/tell/en");   /* for the customer; /tell/zh is Chinese */
    print_member(stderr, "code ", json, "/code"); /* for the developer */
    print_member(stderr, "message ", json, "/message");
  } else {
    /* For the developer; tell a customer in your own words. */
    print_member(stdout, "There is no licence: ", json, "/message");
  }
  latchkey_free(json);
  latchkey_session_free(session); /* logs out */
  latchkey_client_free(client);
  return 1;
}
