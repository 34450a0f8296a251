"""Laws of starting and stopping a referee, in words (spec 2.1, 2.2, 2.13)."""

from __future__ import annotations

import logging
import os
import signal
import stat
import subprocess
import sys

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from loopback import referee
from table_titles import SKIRMISH

from sealed.wire.v1 import referee_pb2 as rpc
from sealed_referee import cli
from sealed_referee.embedded import EmbeddedReferee
from sealed_referee.options import ListenError, Options, PortBusyError, StoreError, parse_listen
from sealed_referee.service import handlers


def test_every_call_of_the_service_has_a_handler():
    """What referee.proto declares is served, no less and no more."""

    class Anything:
        def __getattr__(self, name: str):
            return lambda *_args: None

    some = Anything()
    declared = set(rpc.DESCRIPTOR.services_by_name["Referee"].methods_by_name)
    assert set(handlers(some, some, some, some, some)) == declared


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:7465", "127.0.0.1:7465"),
        ("localhost:0", "127.0.0.1:0"),
        ("127.8.8.8:80", "127.8.8.8:80"),
        ("[::1]:9", "[::1]:9"),
        ("7465", "127.0.0.1:7465"),
    ],
)
def test_loopback_addresses_are_listened_at(text, address):
    """Each way to write a loopback address is understood."""
    assert [str(one) for one in parse_listen(text)] == [address]
    assert all(one.loopback for one in parse_listen(text))


@pytest.mark.parametrize("text", ["", "nowhere", "127.0.0.1:", "127.0.0.1:70000", "example.org:1"])
def test_what_is_no_address_is_said_to_be_none(text):
    """A wrong address is answered with how to write one."""
    with pytest.raises(ListenError, match="write it as"):
        parse_listen(text)


def test_a_busy_port_is_told_in_words(served, tmp_path):
    """A second referee at the same address says who is in the way and what to do."""
    second = EmbeddedReferee(Options(listen=str(served.address), store=tmp_path / "other", titles=()))
    with pytest.raises(PortBusyError, match="--listen"), second:
        pass


def test_a_second_referee_on_one_store_is_refused(served, tmp_path):
    """Two processes never write one journal."""
    with pytest.raises(StoreError, match="another referee"), referee(tmp_path / "store", SKIRMISH):
        pass


def test_a_store_that_is_no_folder_is_told_in_words(tmp_path):
    """A path that cannot be a store names the option that chooses another."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="--store"), referee(tmp_path / "file", SKIRMISH):
        pass


def test_the_key_is_drawn_once_and_for_its_owner_alone(tmp_path):
    """The first start makes the key, readable by nobody else; the second uses it."""
    with referee(tmp_path, SKIRMISH) as first:
        public = first.public
    assert stat.S_IMODE((tmp_path / "referee.key").stat().st_mode) == 0o600
    with referee(tmp_path, SKIRMISH) as second:
        assert second.public == public


def test_a_key_that_others_can_read_is_not_used(tmp_path):
    """A key with loose rights stops the start with the line to type."""
    with referee(tmp_path, SKIRMISH):
        pass
    (tmp_path / "referee.key").chmod(0o644)
    with pytest.raises(StoreError, match="chmod 600"), referee(tmp_path, SKIRMISH):
        pass


def test_health_answers_for_the_process_and_the_service(served):
    """Both names are SERVING; others are unknown."""
    with grpc.insecure_channel(str(served.address)) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        for name in ("", "sealed.wire.v1.Referee"):
            answer = stub.Check(health_pb2.HealthCheckRequest(service=name), timeout=10)
            assert answer.status == health_pb2.HealthCheckResponse.SERVING
        with pytest.raises(grpc.RpcError) as unknown:
            stub.Check(health_pb2.HealthCheckRequest(service="other"), timeout=10)
        assert unknown.value.code() == grpc.StatusCode.NOT_FOUND


def test_reflection_names_the_service(served):
    """A tool that knows nothing finds the service and its file."""
    with grpc.insecure_channel(str(served.address)) as channel:
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        wishes = [
            reflection_pb2.ServerReflectionRequest(list_services=""),
            reflection_pb2.ServerReflectionRequest(file_containing_symbol="sealed.wire.v1.Referee"),
        ]
        services, files = stub.ServerReflectionInfo(iter(wishes), timeout=10)
    names = {service.name for service in services.list_services_response.service}
    assert {"sealed.wire.v1.Referee", "grpc.health.v1.Health"} <= names
    assert len(files.file_descriptor_response.file_descriptor_proto) >= 1


def test_what_is_logged_holds_no_secret(tmp_path, caplog, monkeypatch, rng):
    """The log of a start, a log-in and a table names neither key nor token nor secret."""
    monkeypatch.setattr(logging.getLogger("sealed.referee"), "propagate", True)
    caplog.set_level(logging.DEBUG)
    drawn: list[bytes] = []

    def entropy(size: int) -> bytes:
        drawn.append(rng.randbytes(size))
        return drawn[-1]

    from loopback import Guest

    with referee(tmp_path, SKIRMISH, entropy=entropy) as running:
        someone = Guest(running, rng).log_in()
        someone.create(SKIRMISH)
    long = [each for each in drawn if len(each) >= 16]
    assert len(long) >= 4
    assert not [each for each in long if each.hex() in caplog.text or repr(each) in caplog.text]
    assert "event=serving" in caplog.text


def test_the_command_says_where_it_serves_and_stops_when_told(tmp_path):
    """`sealed referee` prints address, key and store; SIGTERM ends it with 0."""
    code = "import sys; from sealed_referee.cli import run; sys.exit(run(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "--listen", "127.0.0.1:0", "--store", str(tmp_path)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(  # noqa: S603 - our own command
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        told = [process.stdout.readline() for _ in range(3)]
        process.send_signal(signal.SIGTERM)
        process.wait(20)
        errors = process.stderr.read()
    assert [text.split(":")[0] for text in told] == ["address", "key", "store"]
    assert told[0].startswith("address: 127.0.0.1:")
    assert len(bytes.fromhex(told[1].split()[1])) == 32
    assert (process.returncode, "event=stopped" in errors, "Traceback" in errors) == (0, True, False)


def test_the_command_fails_in_words(tmp_path, capsys):
    """What cannot be served is one sentence on standard error and status 1."""
    assert cli.run(["--listen", "203.0.113.5:7465", "--store", str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert "is no address of this machine" in told
    assert "Traceback" not in told


def test_without_grpc_the_command_says_what_to_install(monkeypatch, capsys, tmp_path):
    """A missing server library is the line to type, not a traceback."""
    monkeypatch.delitem(sys.modules, "sealed_referee.serve")
    monkeypatch.setitem(sys.modules, "grpc", None)
    assert cli.run(["--store", str(tmp_path)]) == 1
    assert "sealed-orders[referee]" in capsys.readouterr().err
