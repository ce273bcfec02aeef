select
    source_file,
    sha256,
    position,
    code,
    severity,
    message_pt
from {{ source('raw', 'findings') }}
