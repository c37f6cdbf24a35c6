#!/bin/sh
# Runs the tests in every Lua that is installed.
set -e
for lua in lua5.1 lua5.2 lua5.3 lua5.4 luajit; do
  if command -v "$lua" >/dev/null; then
    "$lua" tests/keeper.lua
    "$lua" tests/system.lua
  fi
done
