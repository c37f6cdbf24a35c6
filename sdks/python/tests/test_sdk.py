"""Tests the asyncio variant and what the conformance runner does not cover: python3 -m unittest discover tests"""

import asyncio
import json
import pathlib
import sys
import tempfile
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "src"))

import latchkey  # noqa: E402


class Server:
    """Sends the answers that a test has set, and records the requested paths."""

    def __init__(self):
        self.paths = []
        self.is_up = True
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                server.paths.append(self.path.rsplit("/", 1)[1])
                if not server.is_up:
                    self.send_response(503)
                    self.end_headers()
                    return
                now = int(time.time())
                result = {"token": "t", "hg": 600, "expires_ts": now + 999999, "server_time": now}
                self.send_response(200)
                self.end_headers()
                self.wfile.write(json.dumps({"code": 0, "message": "ok", "result": result}).encode())

            def log_message(self, *_):
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}"
        threading.Thread(target=self._http.serve_forever, daemon=True).start()

    def close(self):
        self._http.shutdown()
        self._http.server_close()


class AsyncioTest(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.options = {"device_id": "pc", "store": folder.name, "heartbeat_sec": 1}

    def client(self, **options):
        return latchkey.AsyncClient([self.server.url], "key", "secret", **{**self.options, **options})

    def test_a_kept_session_survives_an_outage_and_logs_out(self):
        async def run():
            events = asyncio.Queue()

            async def on_event(event):
                await events.put(event.name)
                raise ValueError("of the handler")

            session = await self.client().login("CARD")
            async with session.keep(on_event) as keeper:
                self.assertTrue(keeper.licensed)
                self.server.is_up = False
                self.assertEqual(await asyncio.wait_for(events.get(), 60), "offline")
                self.assertTrue(keeper.licensed)
                self.server.is_up = True
                self.assertEqual(await asyncio.wait_for(events.get(), 60), "online")
            self.assertEqual((keeper.state, keeper.reason, keeper.licensed), ("ended", "closed", False))
            self.assertTrue(events.empty())
            self.assertEqual(len(asyncio.all_tasks()), 1)

        with self.assertLogs("latchkey"):
            asyncio.run(run())
        self.assertEqual(self.server.paths[-1], "logout")

    def test_an_outage_longer_than_the_grace_ends_it(self):
        async def run():
            ended = asyncio.Event()
            session = await self.client(grace_sec=1).login("CARD")
            self.server.is_up = False
            keeper = session.keep(lambda event: ended.set() if event.name == "ended" else None)
            await asyncio.wait_for(ended.wait(), 60)
            self.assertEqual((keeper.state, keeper.reason, keeper.licensed), ("ended", "unreachable", False))
            await keeper.close()

        asyncio.run(run())

    def test_a_cancelled_keeper_is_not_licensed(self):
        async def run():
            session = await self.client().login("CARD")
            keeper = session.keep()
            keeper._task.cancel()
            await asyncio.wait([keeper._task])
            self.assertFalse(keeper.licensed)

        asyncio.run(run())


class CryptographyTest(unittest.TestCase):
    def test_public_keys_without_cryptography_are_refused_in_clear_words(self):
        keys = ["CFrj5hz82WFSMemuNIiT83yy-gf1mihj4KxTKhap88A"]
        with mock.patch.dict(sys.modules, {"cryptography.exceptions": None}):
            with self.assertRaisesRegex(latchkey.Misuse, r"^public_keys: .*pip install 'latchkey\[ed25519\]'"):
                latchkey.Client(["https://a.example.com"], "key", "secret", device_id="pc", public_keys=keys)


class HandlerTest(unittest.TestCase):
    def test_a_handler_that_exits_does_not_leave_a_licence_without_heartbeats(self):
        server = Server()
        self.addCleanup(server.close)
        client = latchkey.Client([server.url], "key", "secret", device_id="pc", heartbeat_sec=1, grace_sec=1)
        session = client.login("CARD")
        server.is_up = False
        ended = threading.Event()

        def on_event(event):
            if event.name == "ended":
                ended.set()
            sys.exit()

        with self.assertLogs("latchkey"):
            keeper = session.keep(on_event)
            self.assertTrue(ended.wait(60))
        self.assertFalse(keeper.licensed)
        keeper.close()


class StoreTest(unittest.TestCase):
    def test_a_store_that_raises_does_not_break_a_login(self):
        class Broken:
            def read(self, name):
                raise RuntimeError(name)

            write = read

        server = Server()
        self.addCleanup(server.close)
        client = latchkey.Client([server.url], "key", "secret", device_id="pc", store=Broken())
        self.assertEqual(client.login("CARD").token, "t")
        client._see_time(1)


if __name__ == "__main__":
    unittest.main()
