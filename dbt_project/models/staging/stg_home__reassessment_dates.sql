select base_date
from {{ source('home', 'reassessment_dates') }}
