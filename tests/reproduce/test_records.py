"""Records come back as they went in; half a line counts for nothing; one run writes at a time."""

import json

import pytest

from ppne.errors import InputError
from ppne.reproduce.records import Record, RecordFile
from tests.reproduce.made_up import record, records, trade


def test_records_come_back_as_they_went_in(tiny, tmp_path):
    file = RecordFile(tmp_path / "records.jsonl")
    assert file.read() == []
    made = records(tiny, trade)
    file.append(made[:3])
    file.append(made[3:])
    assert [one.to_line() for one in file.read()] == [one.to_line() for one in made]
    assert file.read()[0].key == made[0].key


def test_a_line_cut_off_in_the_writing_counts_for_nothing(tiny, tmp_path):
    file = RecordFile(tmp_path / "records.jsonl")
    made = records(tiny, trade)[:3]
    file.append(made)
    whole = file.path.read_bytes()
    for cut in (1, 20, len(made[2].to_line()) - 1):
        file.path.write_bytes(whole[:-cut])
        assert len(file.read()) == 2
        file.append([made[2]])
        assert file.path.read_bytes() == whole


@pytest.mark.parametrize("line", ["{}", "[]", "no", '{"format": "other/1"}', '"text"'])
def test_a_line_that_is_no_record_is_named(tiny, tmp_path, line):
    file = RecordFile(tmp_path / "records.jsonl")
    job = next(tiny.jobs())
    file.append([record(job, None, {})])
    with file.path.open("a") as more:
        more.write(line + "\n")
    with pytest.raises(InputError, match="line 2 is no record"):
        file.read()


def test_a_number_that_json_has_no_word_for_is_never_written(tiny):
    with pytest.raises(ValueError, match="JSON"):
        record(next(tiny.jobs()), None, {"auc": float("nan")}).to_line()


def test_a_record_is_one_line_of_json(tiny):
    line = record(next(tiny.jobs()), None, {"auc": 0.5}).to_line()
    assert line.count("\n") == 1
    assert json.loads(line)["found"]["auc"] == 0.5
    assert isinstance(Record.from_line(line).trace, tuple)


def test_one_run_writes_at_a_time(tmp_path):
    file, other = (RecordFile(tmp_path / "deep" / "records.jsonl") for _ in range(2))
    with file.alone(), pytest.raises(InputError, match="another run is at work"), other.alone():
        pass
    with other.alone():
        assert file.path.parent.is_dir()
