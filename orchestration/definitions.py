"""The code location: assets, checks, jobs, schedules, the sensor and resources, on one page."""

import dagster as dg

from orchestration import assets, downloads
from orchestration.resources import HomeResource, home_path
from orchestration.schedules import fetch_job, list_job, publication_job, schedules, sensors

defs = dg.Definitions(
    assets=[
        *assets.outside_assets,
        assets.inputs,
        assets.dbt_core,
        assets.ratings,
        assets.dbt_marts,
        assets.draft,
        assets.published,
        assets.analysts_copy,
        downloads.fide_downloads,
        downloads.cbx_downloads,
    ],
    asset_checks=[assets.audit_of_the_list],
    jobs=[list_job, publication_job, fetch_job],
    schedules=schedules,
    sensors=sensors,
    resources={"home": HomeResource(root=str(home_path()))},
)
