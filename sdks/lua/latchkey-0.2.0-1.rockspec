rockspec_format = "3.0"
package = "latchkey"
version = "0.2.0-1"
source = { url = "." }
description = { summary = "Client of the licence server Latchkey" }
dependencies = { "lua >= 5.1, < 5.5", "luasocket", "luasec", "luaossl" }
external_dependencies = { CRYPTO = { header = "openssl/evp.h", library = "crypto" } }
build = {
  type = "builtin",
  modules = {
    latchkey = "latchkey.lua",
    latchkey_ed25519 = {
      sources = "latchkey_ed25519.c",
      libraries = { "crypto" },
      incdirs = { "$(CRYPTO_INCDIR)" },
      libdirs = { "$(CRYPTO_LIBDIR)" },
    },
  },
}
