/* A program that traps floating-point exceptions, as those of Free Pascal and Delphi do. */
#define _GNU_SOURCE
#include <fenv.h>
#include <latchkey.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

static void check(const char* name, int holds) {
  if (holds) return;
  fprintf(stderr, "%s\n", name);
  failures++;
}

int main(void) {
  const int traps = FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW;
  char* text = NULL;
  if (feenableexcept(traps) == -1) return 0; /* the processor has no traps */

  check("a number that is too large is no JSON",
        latchkey_json_get("{\"a\": 1e999}", "/a", &text) == LATCHKEY_MISUSE && text == NULL);
  check("an answer with such a number cannot be trusted",
        latchkey_conformance("{\"do\": \"read_answer\", \"method\": \"GET\", \"path\": \"/api/client/v1/ping\","
                             " \"nonce\": \"n\", \"status\": 200,"
                             " \"body\": \"{\\\"code\\\": 0, \\\"message\\\": \\\"\\\", \\\"time\\\": 1e999}\"}",
                             &text) == LATCHKEY_UNAVAILABLE &&
            strstr(text, "untrusted") != NULL);
  latchkey_free(text);
  check("the program's traps are kept", fegetexcept() == traps);
  return failures == 0 ? 0 : 1;
}
