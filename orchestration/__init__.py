"""The platform: Dagster, the data home, publication and the `fnx` command.

Belongs here: moving data between rooms, time and place. Does not belong here: how a file is read
(`scrapers`), how a rating is computed (`engine`), rules that are relations (`dbt_project`).
"""
