-- One row per claim on a file: an event of the register (`correction_id` null) or a `replace_file` correction.
select
    event_id,
    correction_id,
    file,
    content_key,
    file_sha256,
    format,
    status,
    reason,
    start_date,
    end_date,
    rounds,
    rhythm,
    kind,
    source_id,
    revision
from {{ source('raw', 'event_files') }}
