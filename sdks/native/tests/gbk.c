/* Texts in GBK and UTF-8, as programs of that code page convert them. */
#include <latchkey.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

static void check(const char* name, int status, char* text, int wanted_status, const char* wanted) {
  if (status != wanted_status || (wanted == NULL ? text != NULL : text == NULL || strcmp(text, wanted) != 0)) {
    fprintf(stderr, "%s: status %d, text %s\n", name, status, text ? text : "NULL");
    failures++;
  }
  latchkey_free(text);
}

static void from_gbk(const char* name, const char* gbk, int status, const char* utf8) {
  char* text = NULL;
  const int got = latchkey_utf8_from_gbk(gbk, &text);
  check(name, got, text, status, utf8);
}

static void to_gbk(const char* name, const char* utf8, int status, const char* gbk) {
  char* text = NULL;
  const int got = latchkey_gbk_from_utf8(utf8, &text);
  check(name, got, text, status, gbk);
}

int main(void) {
  from_gbk("ASCII", "VIP-7Q2M {\"a\": 1}", LATCHKEY_OK, "VIP-7Q2M {\"a\": 1}");
  from_gbk("Chinese", "\xbf\xa8\xc3\xdc A", LATCHKEY_OK, "\xe5\x8d\xa1\xe5\xaf\x86 A");
  from_gbk("beyond GB2312", "\xe9\x46", LATCHKEY_OK, "\xe9\x95\x95");
  from_gbk("nothing", "", LATCHKEY_OK, "");
  from_gbk("no GBK", "a\xff\xff", LATCHKEY_MISUSE, NULL);
  from_gbk("half a character", "a\xbf", LATCHKEY_MISUSE, NULL);
  from_gbk("NULL", NULL, LATCHKEY_MISUSE, NULL);
  to_gbk("Chinese", "\xe5\x8d\xa1\xe5\xaf\x86 A", LATCHKEY_OK, "\xbf\xa8\xc3\xdc A");
  to_gbk("what GBK lacks",
         "a\xf0\x9f\x98\x80"
         "b\xe0\xb8\x81",
         LATCHKEY_OK, "a?b?");
  to_gbk("nothing", "", LATCHKEY_OK, "");
  to_gbk("no UTF-8", "a\xff", LATCHKEY_MISUSE, NULL);
  to_gbk("NULL", NULL, LATCHKEY_MISUSE, NULL);
  return failures == 0 ? 0 : 1;
}
