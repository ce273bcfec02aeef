-- Every remark about the data of this list: what readers found, and what only shows when sources are compared.
with list_parameters as (
    select * from {{ ref('stg_home__list') }}
),

events as (
    select * from {{ ref('int_events__status') }}
),

settled_files as (
    select content_key
    from {{ ref('int_games__as_corrected') }}
    group by content_key
    having count(*) filter (where reason = 'conflict') = 0
),

found as (
    -- What a reader remarked of a conflict is settled once corrections have settled every conflict of the file.
    select findings.*
    from {{ ref('stg_home__findings') }} as findings
    anti join settled_files on findings.sha256 = settled_files.content_key and findings.code like 'conflict%'

    union all

    select source_file, null as sha256, position, code, severity, message_pt
    from {{ source('ratings', 'findings') }}

    union all

    select
        'registry/events.csv' as source_file,
        null as sha256,
        event_id as position,
        'rhythm_differs' as code,
        'warning' as severity,
        'O arquivo de ' || event_id || ' diz ritmo ' || file_rhythm || ' e o registro diz ' || rhythm || '; vale o registro.' as message_pt
    from events
    where file_rhythm is not null and rhythm is not null and file_rhythm <> rhythm and rounds_rhythm is null

    union all

    select
        'registry/events.csv' as source_file,
        null as sha256,
        same_games.event_id as position,
        'same_games' as code,
        'warning' as severity,
        'Os eventos ' || same_games.event_id || ' e ' || same_games.same_as || ' trazem as mesmas ' || same_games.games
        || ' partidas, em outros dias ou em outro ritmo; confira se são o mesmo torneio (Art. 23).' as message_pt
    from {{ ref('int_events__same_games') }} as same_games
    inner join events on same_games.event_id = events.event_id
    inner join events as others on same_games.same_as = others.event_id
    where not same_games.certain and same_games.event_id < same_games.same_as

    union all

    -- A replaced file should be a later save of the same tournament.
    select
        'registry/corrections.csv' as source_file,
        null as sha256,
        correction_id as position,
        case when source_id <> earlier_source_id then 'replaced_by_another_tournament' else 'replaced_by_older_file' end as code,
        'warning' as severity,
        'A correção ' || correction_id || ' troca o arquivo de ' || event_id
        || case
            when source_id <> earlier_source_id
                then ' pelo de outro torneio (número ' || source_id || ' na origem; antes, ' || earlier_source_id || ')'
            else ' por uma gravação mais antiga do mesmo torneio (contador ' || revision || '; antes, ' || earlier_revision || ')'
        end
        || '; confira se é o arquivo certo.' as message_pt
    from (
        select
            replacing.correction_id,
            replacing.event_id,
            files.source_id,
            files.revision,
            max_by(earlier_files.source_id, coalesce(earlier.applied_order, 0)) as earlier_source_id,
            max(earlier_files.revision) as earlier_revision
        from {{ ref('int_corrections__in_effect') }} as replacing
        inner join events on replacing.event_id = events.event_id
        inner join {{ ref('stg_tournaments__files') }} as files on replacing.correction_id = files.correction_id
        inner join {{ ref('stg_tournaments__files') }} as earlier_files
            on files.event_id = earlier_files.event_id and files.correction_id is distinct from earlier_files.correction_id
        left join {{ ref('int_corrections__in_effect') }} as earlier
            on earlier_files.correction_id = earlier.correction_id
        where
            replacing.kind = 'replace_file'
            and (earlier_files.correction_id is null or earlier.applied_order < replacing.applied_order)
        group by replacing.correction_id, replacing.event_id, files.source_id, files.revision
    )
    where source_id <> earlier_source_id or revision < earlier_revision

    union all

    select
        'registry/identity_decisions.csv' as source_file,
        null as sha256,
        decision_id as position,
        'merge_refused' as code,
        'error' as severity,
        'Unificação ' || decision_id || ' recusada: '
        || case
            when meeting is not null then who_met || ' jogaram um contra o outro (' || meeting || ').'
            else 'um dos cadastros (' || subject || ', ' || target || ') não existe.'
        end as message_pt
    from {{ ref('int_identity__merges') }}
    where not applies

    union all

    -- Events that ended after the cut-off are not spoken of, nor decisions about them.
    select distinct
        'registry/identity_decisions.csv' as source_file,
        null as sha256,
        decisions.decision_id as position,
        'decision_of_nobody' as code,
        'warning' as severity,
        'A decisão ' || decisions.decision_id || ' fala de ' || decisions.event_id || '#' || decisions.number
        || ', e o arquivo desse evento não tem esse número; ela nada mudou. Confira o número.' as message_pt
    from {{ ref('int_identity__decisions_in_effect') }} as decisions
    inner join events on decisions.event_id = events.event_id
    inner join {{ ref('stg_tournaments__participants') }} as listed
        on events.content_key = listed.content_key
    anti join {{ ref('int_participants__resolved') }} as resolved
        on decisions.event_id = resolved.event_id and decisions.number = resolved.number

    union all

    select
        'registry/players.csv' as source_file,
        null as sha256,
        fnx_id as position,
        'uf_differs' as code,
        'warning' as severity,
        'UF de ' || fnx_id || ': o registro diz ' || register_uf || ' e a CBX diz ' || cbx_uf || '; vale o registro.' as message_pt
    from {{ ref('int_people__known') }}
    where register_uf is not null and cbx_uf is not null and register_uf <> cbx_uf

    union all

    select
        'registry/players.csv' as source_file,
        null as sha256,
        fnx_id as position,
        'birth_year_differs' as code,
        'warning' as severity,
        'O ano de nascimento de ' || fnx_id || ' no registro não é o do cartão CBX do mesmo ID; confira a identidade.' as message_pt
    from {{ ref('int_people__known') }}
    where register_birth_year is not null and cbx_birth_year is not null and register_birth_year <> cbx_birth_year

    union all

    select
        'registry/players.csv' as source_file,
        null as sha256,
        fnx_id as position,
        'fide_id_differs' as code,
        'warning' as severity,
        'O ID FIDE de ' || fnx_id || ' no registro não é o do cartão CBX do mesmo ID; evento que cita esse ID CBX espera decisão.' as message_pt
    from {{ ref('int_people__known') }}
    where registered and fide_id <> cbx_fide_id

    union all

    select
        'registry/corrections.csv' as source_file,
        null as sha256,
        corrections.correction_id as position,
        'correction_without_target' as code,
        'error' as severity,
        'A correção ' || corrections.correction_id || ' não tem efeito: '
        || case
            when events.event_id is null then 'o evento ' || corrections.event_id || ' não existe no registro.'
            when corrections.kind = 'identity' then 'o evento não tem o número inicial ' || corrections.number || '.'
            else 'na rodada ' || corrections.round || ' o nº ' || corrections.number || ' não tem partida contra outro jogador.'
        end as message_pt
    from {{ ref('int_corrections__in_effect') }} as corrections
    left join {{ ref('stg_registry__events') }} as events on corrections.event_id = events.event_id
    left join events as spoken_of on corrections.event_id = spoken_of.event_id
    left join {{ ref('int_participants__resolved') }} as resolved
        on corrections.event_id = resolved.event_id and corrections.number = resolved.number
    left join (
        select distinct event_id, round, unnest([white, black]) as number
        from {{ ref('int_games__as_corrected') }}
        where white is not null and black is not null
    ) as games
        on
            corrections.event_id = games.event_id
            and corrections.round = games.round
            and corrections.number = games.number
    where
        corrections.event_id is not null
        and (
            events.event_id is null
            or (spoken_of.event_id is not null and corrections.kind = 'identity' and resolved.number is null)
            or (
                spoken_of.event_id is not null
                and corrections.kind in ('result', 'duplicate')
                and corrections.round is not null
                and games.number is null
            )
        )

    union all

    -- Who was on the list before and is not any more: merged, or nothing left of what made them enter.
    select
        'exports' as source_file,
        null as sha256,
        published.fnx_id as position,
        'left_the_list' as code,
        'warning' as severity,
        published.fnx_id || ' estava na lista anterior e saiu: '
        || case
            when aliases.fnx_id <> published.fnx_id then 'cadastro unificado em ' || aliases.fnx_id || ' (Art. 19).'
            else 'não está mais vinculado ao RN ou ficou sem partida e sem fonte de rating.'
        end as message_pt
    from {{ ref('stg_published__list_rows') }} as published
    inner join {{ ref('stg_home__list') }} as previous on published.list = previous.previous_list
    anti join {{ ref('fct_list') }} as list_rows on published.fnx_id = list_rows.fnx_id
    left join {{ ref('int_identity__aliases') }} as aliases on published.fnx_id = aliases.alias

    union all

    select
        'registry/previous_ratings.csv' as source_file,
        null as sha256,
        'line ' || previous.line as position,
        'previous_rating_of_nobody' as code,
        'warning' as severity,
        'O rating FNX anterior da linha ' || previous.line || ' é de ' || previous.fnx_id
        || ', que não está no registro de jogadores; não foi usado.' as message_pt
    from {{ ref('stg_registry__previous_ratings') }} as previous
    anti join {{ ref('int_identity__aliases') }} as aliases on previous.fnx_id = aliases.alias
    where previous.fnx_id is not null

    union all

    -- What clashes, of every start number whose identity is held for it (Art. 19).
    select
        'registry/events.csv' as source_file,
        null as sha256,
        event_id || '#' || number as position,
        'identity_conflict' as code,
        'error' as severity,
        'Evento ' || event_id || ', nº ' || number || ': ' || detail_pt || '. O evento espera uma decisão.' as message_pt
    from {{ ref('fct_identity') }}
    where kind = 'conflict'

    union all

    select
        'inbox/cbx' as source_file,
        null as sha256,
        'CBX ' || id as position,
        'second_cbx_id' as code,
        'error' as severity,
        'O ID CBX ' || id || ' traz o ID FIDE de um jogador registrado com outro ID CBX, ou que outro cartão também '
        || 'reclama; decida quem é quem antes de avaliar.' as message_pt
    from {{ ref('int_identity__ids') }}
    where evidence = 'second_cbx_id'

    union all

    select
        'inbox/cbx' as source_file,
        null as sha256,
        people.fnx_id as position,
        'card_missing' as code,
        'warning' as severity,
        people.fnx_id || ' tem Rating CBX, mas falta o cartão CBX'
        || coalesce(' ' || people.cbx_id, '') || ': sem torneios comprovados o peso é 0%.' as message_pt
    from {{ ref('int_people__known') }} as people
    inner join {{ source('ratings', 'entry_ratings') }} as entries on people.fnx_id = entries.fnx_id
    where entries.source = 'cbx' and not people.has_card
)

select
    list_parameters.pool,
    list_parameters.list,
    found.source_file,
    found.sha256,
    found.position,
    found.code,
    found.severity,
    found.message_pt
from found
cross join list_parameters
