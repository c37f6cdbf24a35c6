"""Tests the asyncio variant and what the conformance runner does not cover: python3 -m unittest discover tests"""

import asyncio
import json
import os
import pathlib
import socket
import sys
import tempfile
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "src"))

import latchkey  # noqa: E402
from latchkey.keeper import KeeperRules  # noqa: E402
from latchkey.store import FolderStore  # noqa: E402


class Server:
    """Sends the answers that a test has set, and records the requested paths."""

    def __init__(self):
        self.paths = []
        self.is_up = True
        #: Seconds until the licence ends.
        self.left = 999999
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
                result = {"token": "t", "hg": 600, "expires_ts": now + server.left, "server_time": now}
                self.send_response(200)
                self.end_headers()
                self.wfile.write(json.dumps({"code": 0, "message": "ok", "result": result}).encode())

            def log_message(self, *_):
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}"
        threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()

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

    def test_has_the_methods_of_the_client_and_the_session(self):
        pairs = [(latchkey.Client, latchkey.AsyncClient), (latchkey.Session, latchkey.AsyncSession)]
        for sync, asynchronous in pairs:
            public = {name for name, member in vars(sync).items() if callable(member) and not name.startswith("_")}
            self.assertEqual(public - {"stored_claims"} - set(vars(asynchronous)), set())

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

    def test_a_handler_that_never_returns_delays_no_heartbeat_and_is_cancelled(self):
        async def run():
            names = []

            async def on_event(event):
                names.append(event.name)
                await asyncio.Event().wait()

            async def reached(state):
                while keeper.state != state:
                    await asyncio.sleep(0.1)

            session = await self.client(timeout_sec=1).login("CARD")
            keeper = session.keep(on_event)
            self.server.is_up = False
            await asyncio.wait_for(reached("offline"), 60)
            self.server.is_up = True
            await asyncio.wait_for(reached("online"), 60)
            await asyncio.wait_for(keeper.close(), 60)
            self.assertEqual(names, ["offline"])
            self.assertEqual(len(asyncio.all_tasks()), 1)

        asyncio.run(run())
        self.assertEqual(self.server.paths[-1], "logout")

    def test_a_handler_can_close_the_keeper(self):
        async def run():
            closed = asyncio.Event()

            async def on_event(event):
                await keeper.close()
                closed.set()

            session = await self.client().login("CARD")
            keeper = session.keep(on_event)
            self.server.is_up = False
            await asyncio.wait_for(closed.wait(), 60)
            self.assertEqual((keeper.state, keeper.reason), ("ended", "closed"))

        asyncio.run(run())
        self.assertEqual(self.server.paths[-1], "logout")

    def test_a_handler_that_awaits_a_cancelled_task_loses_no_event(self):
        async def run():
            names = []
            ended = asyncio.Event()

            async def on_event(event):
                names.append(event.name)
                if event.name == "ended":
                    return ended.set()
                task = asyncio.ensure_future(asyncio.sleep(60))
                asyncio.get_running_loop().call_later(1.5, task.cancel)  # After the end of the grace.
                await task

            session = await self.client(grace_sec=1).login("CARD")
            self.server.is_up = False
            keeper = session.keep(on_event)
            await asyncio.wait_for(ended.wait(), 60)
            self.assertEqual(names, ["offline", "ended"])
            await keeper.close()

        with self.assertLogs("latchkey"):
            asyncio.run(run())

    def blocked(self, **options):
        """Returns a keeper whose handler has begun and does not return."""

        async def keep():
            called = asyncio.Event()

            async def on_event(_):
                called.set()
                await asyncio.Event().wait()

            session = await self.client(**options).login("CARD")
            keeper = session.keep(on_event)
            self.server.is_up = False
            await asyncio.wait_for(called.wait(), 60)
            return keeper

        return keep()

    def test_a_cancelled_close_goes_on(self):
        async def run():
            keeper = await self.blocked(timeout_sec=1)
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(keeper.close(), 0.1)
            self.assertNotIn("logout", self.server.paths)
            await asyncio.wait_for(keeper.close(), 60)
            self.assertEqual(self.server.paths.count("logout"), 1)
            self.assertEqual(len(asyncio.all_tasks()), 1)

        asyncio.run(run())

    def test_a_cancelled_close_logs_out_although_the_program_ends(self):
        async def run():
            keeper = await self.blocked()
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(keeper.close(), 0.1)

        asyncio.run(run())
        self.assertEqual(self.server.paths.count("logout"), 1)

    def test_a_handler_can_close_the_keeper_that_is_being_closed(self):
        async def run():
            called, closing = asyncio.Event(), asyncio.Event()
            returned = []

            async def on_event(event):
                called.set()
                await closing.wait()
                await keeper.close()
                returned.append(event.name)

            session = await self.client(timeout_sec=5).login("CARD")
            keeper = session.keep(on_event)
            self.server.is_up = False
            await asyncio.wait_for(called.wait(), 60)
            asyncio.get_running_loop().call_later(0.1, closing.set)
            await asyncio.wait_for(keeper.close(), 60)
            self.assertEqual(returned, ["offline"])

        asyncio.run(run())
        self.assertEqual(self.server.paths.count("logout"), 1)

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


class PublicKeysTest(unittest.TestCase):
    KEY = "CFrj5hz82WFSMemuNIiT83yy-gf1mihj4KxTKhap88A"

    def client(self, public_keys):
        return latchkey.Client(["https://a.example.com"], "key", "secret", device_id="pc", public_keys=public_keys)

    def test_nothing_but_a_list_of_texts_is_accepted(self):
        key = self.KEY
        wrong = [key, "", b"", bytearray(), False, True, 0, {}, {key: key}, {key}, range(0), [None], [b""], [[key]]]
        for keys in [*wrong, iter([key]), (k for k in [key]), map(str, [key]), filter(None, [key]), {"a": key}.values()]:
            with self.subTest(keys), self.assertRaisesRegex(latchkey.Misuse, "^public_keys: give a list of texts"):
                self.client(keys)

    def test_answers_are_verified_if_there_is_a_key(self):
        for keys in ([self.KEY], (self.KEY,)):
            with self.subTest(keys), self.assertRaises(latchkey.TicketRefused):
                self.client(keys).open_ticket("a.b.c")

    def test_there_may_be_no_key(self):
        for keys in (None, [], ()):
            with self.subTest(keys), self.assertRaisesRegex(latchkey.Misuse, "^public_keys: offline tickets need"):
                self.client(keys).open_ticket("a.b.c")


class HandlerTest(unittest.TestCase):
    def keep(self, on_event, **options):
        """Returns a keeper whose server becomes unreachable after the login."""
        server = Server()
        self.addCleanup(server.close)
        client = latchkey.Client([server.url], "key", "secret", device_id="pc", heartbeat_sec=1, **options)
        session = client.login("CARD")
        server.is_up = False
        return session.keep(on_event)

    def test_a_second_close_waits_for_the_logout_of_the_first(self):
        logging_out, returned = threading.Event(), threading.Event()
        logouts = []

        def logout():
            logging_out.set()
            time.sleep(0.5)
            logouts.append(1)

        def on_event(_):
            keeper.close()
            keeper.close()  # In a handler, it does not wait for the handler.
            returned.set()

        keeper = self.keep(on_event)
        keeper.session.logout = logout
        self.assertTrue(logging_out.wait(60))
        keeper.close()
        self.assertEqual(logouts, [1])
        self.assertTrue(returned.wait(5))

    def test_a_handler_can_close_the_keeper_that_is_being_closed(self):
        called, closing, returned = threading.Event(), threading.Event(), threading.Event()

        def on_event(_):
            called.set()
            closing.wait()
            keeper.close()
            returned.set()

        keeper = self.keep(on_event, timeout_sec=5)
        self.assertTrue(called.wait(60))
        threading.Timer(0.1, closing.set).start()
        keeper.close()
        self.assertTrue(returned.is_set())

    def test_the_end_is_told_although_no_thread_can_start(self):
        start = threading.Thread.start
        ended = threading.Event()

        def refuse(thread):
            if thread.name == "latchkey-handler":
                raise RuntimeError("can't start new thread")
            start(thread)

        with mock.patch("threading.Thread.start", refuse), self.assertLogs("latchkey"):
            keeper = self.keep(lambda event: ended.set() if event.name == "ended" else None, grace_sec=1)
            self.assertTrue(ended.wait(60))
            keeper.close()

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


class ExpiringTest(unittest.TestCase):
    def test_the_coming_end_is_told_although_no_heartbeat_is_due(self):
        now = 1000.0
        for module in ("keeper", "client"):
            patch = mock.patch(f"latchkey.{module}.uptime", lambda: now)
            patch.start()
            self.addCleanup(patch.stop)
        client = latchkey.Client(["http://127.0.0.1"], "key", "secret", device_id="pc")
        client._clock = 0
        session = mock.Mock(_has_ended=False, _keeper=None, hg=28800, expires_ts=now + 90000)
        rules = KeeperRules(client, session)
        told = []
        while now < session.expires_ts + 90000:
            left = rules.wait()
            while rules.has_events:
                event = rules.next_event()
                told.append((event.name, event.left_sec))
            if left == 0:
                rules.step()
            now += left
        self.assertEqual([name for name, _ in told], ["expiring", "expiring"])
        for (_, left), limit in zip(told, (86400, 3600)):
            self.assertTrue(limit - 5 <= left < limit, left)

    def start(self):
        """Returns a server whose licence soon has less than 24 hours left, and the options of its clients."""
        patch = mock.patch("latchkey.keeper._PIECE_SEC", 0.1)
        patch.start()
        self.addCleanup(patch.stop)
        server = Server()
        self.addCleanup(server.close)
        server.left = 86401
        return server, ([server.url], "key", "secret")

    def test_the_thread_tells_it_between_two_heartbeats(self):
        server, options = self.start()
        told = threading.Event()
        with latchkey.Client(*options, device_id="pc").login("CARD").keep(lambda _: told.set()):
            self.assertTrue(told.wait(60))
            self.assertEqual(server.paths, ["login"])

    def test_the_task_tells_it_between_two_heartbeats(self):
        server, options = self.start()

        async def main():
            told = asyncio.Event()
            session = await latchkey.AsyncClient(*options, device_id="pc").login("CARD")
            async with session.keep(lambda _: told.set()):
                await asyncio.wait_for(told.wait(), 60)
                self.assertEqual(server.paths, ["login"])

        asyncio.run(main())


class AsleepTest(unittest.TestCase):
    def setUp(self):
        self.now = 1000.0
        for module in ("keeper", "client"):
            patch = mock.patch(f"latchkey.{module}.uptime", lambda: self.now)
            patch.start()
            self.addCleanup(patch.stop)
        client = latchkey.Client(["http://127.0.0.1"], "key", "secret", device_id="pc", grace_sec=10, timeout_sec=1)
        self.session = mock.Mock(_has_ended=False, _keeper=None, hg=600, expires_ts=int(time.time()) + 999999)
        self.rules = KeeperRules(client, self.session)

    def fail_after(self, seconds):
        """Lets the next heartbeat fail after a time. Returns the states before and after it."""
        states = []

        def heartbeat():
            self.now += seconds
            states.append(self.rules.state)
            raise latchkey.Unavailable("network", "no answer")

        self.session.heartbeat = heartbeat
        while True:
            left = self.rules.wait()
            if left == 0:
                break
            self.now += left
        self.rules.step()
        return [*states, self.rules.state]

    def test_the_time_asleep_during_a_request_is_no_grace(self):
        self.assertEqual(self.fail_after(0), ["online", "offline"])
        self.assertEqual(self.fail_after(100), ["offline", "offline"])
        self.assertEqual(self.rules.wait(), 0)  # The device has woken up, so the next heartbeat is due.
        self.assertEqual(self.fail_after(0), ["offline", "offline"])
        self.assertEqual(self.fail_after(3.9), ["ended", "ended"])
        self.assertEqual(self.rules.reason, "unreachable")

    def test_repeated_slow_requests_prolong_the_grace_only_once(self):
        for _ in range(2):
            self.assertEqual(self.fail_after(0)[1], "offline")
            self.assertEqual(self.fail_after(100), ["offline", "offline"])
            self.session.heartbeat = lambda: None  # Another outage follows.
            self.rules.step()
            self.assertEqual(self.rules.state, "online")
        self.fail_after(0)
        self.assertEqual(self.fail_after(100), ["offline", "offline"])
        self.assertEqual(self.fail_after(100), ["ended", "ended"])
        self.assertEqual(self.rules.reason, "unreachable")

    def test_sleep_in_the_last_pause_of_the_grace_leaves_time_for_a_heartbeat(self):
        for _ in range(4):  # After 0, 1, 3 and 7 seconds of 10.
            self.assertEqual(self.fail_after(0)[1], "offline")
        self.now += self.rules.wait() + 100
        self.assertEqual(self.rules.state, "offline")  # The thread has not woken up yet.
        self.assertEqual(self.rules.wait(), 0)
        self.assertEqual(self.rules.state, "offline")
        left = []
        self.session.heartbeat = lambda: left.append(self.rules._client._time_left())
        self.rules.step()
        self.assertEqual(self.rules.state, "online")
        self.assertGreater(left[0], 0.5)

    def test_a_short_sleep_until_after_the_grace_does_not_end_it_before_a_heartbeat(self):
        for _ in range(4):
            self.fail_after(0)
        self.rules.wait()
        self.now += 4  # The grace would have ended a second ago.
        self.assertEqual(self.rules.state, "offline")

    def test_repeated_sleep_in_pauses_does_not_prolong_the_grace_without_bound(self):
        self.fail_after(0)
        for _ in range(50):
            self.now += self.rules.wait() + 100
            self.rules.step()
            if self.rules.state == "ended":
                break
        self.assertEqual(self.rules.reason, "unreachable")


class LookupTest(unittest.TestCase):
    def test_a_lookup_without_an_end_counts_as_network(self):
        end = threading.Event()
        self.addCleanup(end.set)

        def look_up(*arguments):
            if len(arguments) < 6:  # A lookup of a name, since the flag for numeric addresses is missing.
                end.wait()
            raise socket.gaierror

        client = latchkey.Client(["http://a.example.com"], "key", "secret", device_id="pc", timeout_sec=0.2)
        with mock.patch("socket.getaddrinfo", look_up), self.assertRaises(latchkey.Unavailable) as raised:
            client.ping()
        self.assertEqual(raised.exception.reason, "network")
        self.assertIn("no answer in time", str(raised.exception))

    def test_a_name_is_looked_up(self):
        server = Server()
        self.addCleanup(server.close)
        client = latchkey.Client([server.url.replace("127.0.0.1", "localhost")], "key", "secret", device_id="pc")
        self.assertEqual(client.login("CARD").token, "t")

    def test_an_address_that_does_not_answer_leaves_time_for_the_next(self):
        server = Server()
        self.addCleanup(server.close)
        port = int(server.url.rsplit(":", 1)[1])
        addresses = [("192.0.2.1", port), ("127.0.0.1", port)]
        limits = []

        class Socket(socket.socket):
            def connect(self, address):
                limits.append(self.gettimeout())
                if address == addresses[0]:
                    raise socket.timeout("timed out")
                super().connect(address)

        found = [(socket.AF_INET, socket.SOCK_STREAM, 0, "", address) for address in addresses]
        client = latchkey.Client([f"http://a.example.com:{port}"], "key", "secret", device_id="pc", timeout_sec=60)
        with mock.patch("latchkey.transport._look_up", lambda *_: found), mock.patch("socket.socket", Socket):
            self.assertEqual(client.login("CARD").token, "t")
        self.assertLessEqual(limits[0], 30)
        self.assertGreater(limits[1], 30)


class StoreTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_a_random_device_id_that_cannot_be_stored_is_misuse(self):
        file = os.path.join(self.folder, "file")
        open(file, "w").close()
        with mock.patch("latchkey.device._system_source", return_value=None):
            text = (
                r"^store: it cannot store the random device id \(.+\): give a store that can be written, or device_id$"
            )
            with self.assertRaisesRegex(latchkey.Misuse, text):
                latchkey.Client(["https://a.example.com"], "key", "secret", store=file)
            client = latchkey.Client(["https://a.example.com"], "key", "secret", store=self.folder)
            again = latchkey.Client(["https://a.example.com"], "key", "secret", store=self.folder)
        self.assertEqual(client.device_id, again.device_id)

    def test_programs_that_start_at_the_same_time_have_one_random_device_id(self):
        have_read = threading.Barrier(3)
        ids = []

        def start():
            ids.append(latchkey.Client(["https://a.example.com"], "key", "secret", store=self.folder).device_id)

        with mock.patch("latchkey.device._system_source", side_effect=lambda: have_read.wait() and None):
            threads = [threading.Thread(target=start) for _ in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual((len(ids), len(set(ids)), os.listdir(self.folder)), (3, 1, ["device"]))

    def test_a_device_id_of_the_system_need_not_be_stored(self):
        file = os.path.join(self.folder, "file")
        open(file, "w").close()
        with mock.patch("latchkey.device._system_source", return_value=("machine-id", "1")):
            latchkey.Client(["https://a.example.com"], "key", "secret", store=file)

    def test_files_are_replaced_by_files_that_only_the_owner_can_read(self):
        store = FolderStore(self.folder)
        store.write("time", "1")
        with mock.patch("os.replace", side_effect=OSError), self.assertRaises(OSError):
            store.write("time", "2")
        self.assertEqual((store.read("time"), os.listdir(self.folder)), ("1", ["time"]))
        if os.name == "posix":
            self.assertEqual(os.stat(os.path.join(self.folder, "time")).st_mode & 0o777, 0o600)

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
