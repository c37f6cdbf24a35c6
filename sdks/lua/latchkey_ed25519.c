/* Ed25519 verification by OpenSSL's libcrypto, for Lua without LuaJIT's ffi.
   latchkey_ed25519(public_key, signature, text) returns true or false. */
#include <lauxlib.h>
#include <lua.h>
#include <openssl/evp.h>

static int verify(lua_State *L) {
  size_t key_length, signature_length, text_length;
  const char *key = luaL_checklstring(L, 1, &key_length);
  const char *signature = luaL_checklstring(L, 2, &signature_length);
  const char *text = luaL_checklstring(L, 3, &text_length);
  int is_right = 0;
  EVP_PKEY *pkey =
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, (const unsigned char *)key, key_length);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  if (pkey != NULL && context != NULL && EVP_DigestVerifyInit(context, NULL, NULL, NULL, pkey) == 1) {
    is_right = EVP_DigestVerify(context, (const unsigned char *)signature, signature_length,
                                (const unsigned char *)text, text_length) == 1;
  }
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(pkey);
  lua_pushboolean(L, is_right);
  return 1;
}

int luaopen_latchkey_ed25519(lua_State *L) {
  lua_pushcfunction(L, verify);
  return 1;
}
