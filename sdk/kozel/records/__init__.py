"""Records of matches, kozel-record/1: read, write, record while playing, verify, replay.

Described for users in sdk/RECORDS.md. Knows the rules; knows no network, files or clocks.
"""

from kozel.records.audit import verify_record
from kozel.records.chance import RecordChance
from kozel.records.errors import FORMAT, Damage, RecordError
from kozel.records.model import ActionRecord, DealRecord, Record
from kozel.records.reader import parse_record, read_records
from kozel.records.recorder import Recorder
from kozel.records.replay import Step, replay
from kozel.records.text import replay_text
from kozel.records.writer import format_record

__all__ = [
    "FORMAT",
    "ActionRecord",
    "Damage",
    "DealRecord",
    "Record",
    "RecordChance",
    "RecordError",
    "Recorder",
    "Step",
    "format_record",
    "parse_record",
    "read_records",
    "replay",
    "replay_text",
    "verify_record",
]
