/*
 * The client of the licence server Latchkey: C ABI.
 *
 * Texts are UTF-8 and end with NUL. Every call returns a status. If `json` is not NULL, *json is a JSON text, which the
 * caller must free with latchkey_free, also after an error. Any thread may call these functions. They print nothing.
 * Do not use a freed handle, and do not free a handle while another thread uses it.
 */
#ifndef LATCHKEY_H
#define LATCHKEY_H

#ifdef _WIN32
#ifdef LATCHKEY_STDCALL
#define LATCHKEY_CALL __stdcall
#else
#define LATCHKEY_CALL __cdecl
#endif
#ifdef LATCHKEY_BUILD
#define LATCHKEY_EXPORT __declspec(dllexport)
#elif defined(LATCHKEY_STATIC)
#define LATCHKEY_EXPORT
#else
#define LATCHKEY_EXPORT __declspec(dllimport)
#endif
#else
#define LATCHKEY_CALL
#define LATCHKEY_EXPORT __attribute__((visibility("default")))
#endif
#define LATCHKEY_API(type) LATCHKEY_EXPORT type LATCHKEY_CALL

#ifdef __cplusplus
extern "C" {
#endif

/* Statuses. Only LATCHKEY_OK is a success. */
#define LATCHKEY_OK 0          /* *json is the result */
#define LATCHKEY_REFUSED 1     /* the server refuses: {"kind", "code", "name", "message", "tell": {"en", "zh"}} */
#define LATCHKEY_UNAVAILABLE 2 /* no answer, or an untrusted one: {"kind", "reason", "message", "retry_after"} */
#define LATCHKEY_MISUSE 3      /* wrong options or arguments, nothing was sent: {"kind", "message"} */

typedef struct latchkey_client latchkey_client;
typedef struct latchkey_session latchkey_session;

/* Keeps short texts by name: "device", "ticket" and "time". The functions may be called by several threads. The context
 * must live until the client and its sessions are freed and, if a handler has freed a session, until the threads of its
 * keeper have ended; the simplest way is never to free it. */
typedef struct latchkey_store {
  /* Copies at most `size` bytes of a text, without NUL, and returns its length; -1 if there is none. */
  int(LATCHKEY_CALL* read)(void* context, const char* name, char* buffer, int size);
  /* Returns 0 if it has stored the text. */
  int(LATCHKEY_CALL* write)(void* context, const char* name, const char* text);
  void* context;
} latchkey_store;

/* Gets an event of a keeper: {"event": "online" | "offline" | "renewed" | "expiring" | "ended", ...}. Called for one
 * event after the other, in a thread of its own. The handler may block, for example with a message box: this delays
 * only the next events. `event` is valid until the handler returns. The event `renewed` contains the new token, so
 * never print a whole event. */
typedef void(LATCHKEY_CALL* latchkey_handler)(void* context, const char* event);

LATCHKEY_API(const char*) latchkey_version(void);
LATCHKEY_API(void) latchkey_free(char* json);
/* Reads a member of a JSON text by its pointer, such as "/tell/en". A text is returned unchanged, other values as
 * JSON. Returns LATCHKEY_MISUSE if there is no such member. For programs without a JSON reader. */
LATCHKEY_API(int) latchkey_json_get(const char* json, const char* pointer, char** text);
/* For programs that use GBK (code page 936): converts a text to the other encoding. Free the result with latchkey_free.
 * Characters that GBK lacks become "?". For bytes that are not GBK or not UTF-8, returns
 * LATCHKEY_MISUSE and sets *text to NULL. */
LATCHKEY_API(int) latchkey_utf8_from_gbk(const char* gbk, char** text);
LATCHKEY_API(int) latchkey_gbk_from_utf8(const char* utf8, char** text);
/* *json is {"name", "tell"} of a code. */
LATCHKEY_API(int) latchkey_describe_code(int code, char** json);

/* Clients. `options` is a JSON object, see README.md; if `store` is NULL, a folder is used. */
LATCHKEY_API(int)
latchkey_client_new(const char* options, const latchkey_store* store, latchkey_client** client, char** json);
LATCHKEY_API(void) latchkey_client_free(latchkey_client* client);
/* {"hosts", "app_key"}: no secret, so that it may be printed. */
LATCHKEY_API(int) latchkey_describe(latchkey_client* client, char** json);
LATCHKEY_API(int) latchkey_device_id(latchkey_client* client, char** json);

/* Sessions: *json has the members of latchkey_session_info. On an error *session is NULL. White space around a card is
 * removed here, in recharges and in latchkey_register. */
LATCHKEY_API(int) latchkey_login(latchkey_client* client, const char* card, latchkey_session** session, char** json);
LATCHKEY_API(int)
latchkey_user_login(latchkey_client* client, const char* username, const char* password, latchkey_session** session,
                    char** json);
LATCHKEY_API(int) latchkey_trial_login(latchkey_client* client, latchkey_session** session, char** json);
/* Also closes the keeper. */
LATCHKEY_API(void) latchkey_session_free(latchkey_session* session);
/* {"token", "expires", "expires_ts", "hg", "features", "uses_left", "card_type", "config", "result"} */
LATCHKEY_API(int) latchkey_session_info(latchkey_session* session, char** json);

LATCHKEY_API(int) latchkey_heartbeat(latchkey_session* session, char** json);
LATCHKEY_API(int) latchkey_logout(latchkey_session* session, char** json);
/* Deducts 1-1000 uses. Store a new request_id before the call. A repeated call with this id deducts no further uses. */
LATCHKEY_API(int) latchkey_consume(latchkey_session* session, const char* request_id, int amount, char** json);
/* Fetches an offline ticket, verifies and stores it. */
LATCHKEY_API(int) latchkey_ticket(latchkey_session* session, char** json);
/* If this ends the session, its keeper ends as well. */
LATCHKEY_API(int) latchkey_unbind(latchkey_session* session, const char* device_id, char** json);
LATCHKEY_API(int) latchkey_set_unbind_password(latchkey_session* session, const char* password, char** json);
LATCHKEY_API(int) latchkey_config(latchkey_session* session, char** json);
LATCHKEY_API(int) latchkey_set_config(latchkey_session* session, const char* text, char** json);
LATCHKEY_API(int) latchkey_session_variable(latchkey_session* session, const char* name, char** json);
/* `params` is JSON text of a list, or NULL; request_id may be NULL; a repeated call with the same id deducts no further
 * uses. */
LATCHKEY_API(int)
latchkey_session_call_function(latchkey_session* session, const char* name, const char* params, const char* request_id,
                               char** json);

/* The keeper: a thread that sends heartbeats until the licence ends or the keeper is closed, and another one that calls
 * the handler. Without a handler, fetch the events with next_event. A handler and its context must live until
 * latchkey_close or latchkey_session_free has returned or, if the handler still runs then, until the handler returns.
 * Returns LATCHKEY_MISUSE if the session was closed or logged out, has ended, or already has a keeper. */
LATCHKEY_API(int) latchkey_keep(latchkey_session* session, latchkey_handler handler, void* context, char** json);
/* {"state", "licensed", "reason", "code", "tell", "expires_ts", "beats"}; "tell" {"en", "zh"} is for the customer.
 * "code" and "tell" are null unless the server refused. */
LATCHKEY_API(int) latchkey_state(latchkey_session* session, char** json);
/* 1 while a kept session is online, or offline within the grace period; 0 otherwise. */
LATCHKEY_API(int) latchkey_licensed(latchkey_session* session);
/* The next event, or {} if there is none within this number of milliseconds. */
LATCHKEY_API(int) latchkey_next_event(latchkey_session* session, int wait_ms, char** json);
/* Stops the keeper, waits at most timeout_sec for a running heartbeat and a running handler, and logs out. No event
 * follows. If a handler calls this function, the function only requests the end of the keeper and returns. */
LATCHKEY_API(int) latchkey_close(latchkey_session* session, char** json);

/* Cards and users. */
LATCHKEY_API(int) latchkey_recharge(latchkey_client* client, const char* card, const char* use_card, char** json);
LATCHKEY_API(int) latchkey_recharge_user(latchkey_client* client, const char* username, const char* card, char** json);
LATCHKEY_API(int)
latchkey_register(latchkey_client* client, const char* username, const char* password, const char* card, char** json);
LATCHKEY_API(int)
latchkey_change_password(latchkey_client* client, const char* username, const char* password, const char* new_password,
                         char** json);
LATCHKEY_API(int)
latchkey_unbind_by_password(latchkey_client* client, const char* card, const char* password, char** json);

/* Remote. `card` may be NULL, as may `scope` ("app" or "card"), `params` and `channel`. */
LATCHKEY_API(int) latchkey_variable(latchkey_client* client, const char* name, const char* card, char** json);
LATCHKEY_API(int)
latchkey_data_get(latchkey_client* client, const char* key, const char* scope, const char* card, char** json);
LATCHKEY_API(int)
latchkey_data_create(latchkey_client* client, const char* key, const char* value, const char* scope, const char* card,
                     char** json);
LATCHKEY_API(int)
latchkey_data_update(latchkey_client* client, const char* key, const char* value, const char* scope, const char* card,
                     char** json);
LATCHKEY_API(int)
latchkey_data_delete(latchkey_client* client, const char* key, const char* scope, const char* card, char** json);
LATCHKEY_API(int)
latchkey_call_function(latchkey_client* client, const char* name, const char* params, char** json);
LATCHKEY_API(int) latchkey_software_config(latchkey_client* client, char** json);
LATCHKEY_API(int) latchkey_notice(latchkey_client* client, char** json);
LATCHKEY_API(int) latchkey_latest_version(latchkey_client* client, const char* channel, char** json);
/* {"server_time"}: never signed, so it proves nothing. */
LATCHKEY_API(int) latchkey_ping(latchkey_client* client, char** json);
/* Any other request. `path` follows /api/client/v1, percent-encoded; `parameters` is a JSON object of texts, or NULL.
 */
LATCHKEY_API(int)
latchkey_call(latchkey_client* client, const char* method, const char* path, const char* parameters, char** json);

/* Tickets. Verifies the stored ticket if `ticket` is NULL; otherwise verifies and stores `ticket`. Returns {"claims"},
 * or LATCHKEY_REFUSED with the name "ticket" and a reason: missing, form, key, signature, application, device, clock
 * or expired. */
LATCHKEY_API(int) latchkey_open_ticket(latchkey_client* client, const char* ticket, char** json);
/* {"code"}: with this code, the customer gets a ticket for this device on the customer's page. */
LATCHKEY_API(int) latchkey_request_code(latchkey_client* client, char** json);

#ifdef LATCHKEY_CONFORMANCE
/* Applies a rule of the protocol for the driver of the conformance tests. `request` is a line of its input. */
LATCHKEY_API(int) latchkey_conformance(const char* request, char** json);
#endif

#ifdef __cplusplus
}
#endif

#endif
