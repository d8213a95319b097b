import { afterAll, describe, expect, inject, test } from 'vitest'
import { listMigrations } from '#server/platform/db/migrate.ts'
import { backUp, backUpFrom, makeFolder, makePlace, restore, restoreInto, withClient } from '#server/testing/archives.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { eraseDatabase } from './restore-archive.ts'
import type { Client } from './table-rows.ts'

const given = inject('database')
const template = given.kind === 'postgres' ? given.template : ''
const { folder, remove } = makeFolder()
afterAll(remove)

/** Tables, keys, indexes, columns and triggers of kinds that the shop does not have yet, and may have later. */
const TOMORROW = `
  create type tomorrow_tone as enum ('low', 'high');
  create domain tomorrow_size as integer check (value > 0);
  create table tomorrow (
    id bigint generated always as identity primary key, name text not null unique deferrable initially deferred, tone tomorrow_tone not null,
    size tomorrow_size, double integer generated always as (size * 2) stored, parent_id bigint references tomorrow deferrable initially deferred,
    period int4range not null, exclude using gist (period with &&)
  );
  create table tomorrow_log (name text, times integer);
  create unique index tomorrow_log_low_key on tomorrow_log (lower(name), times) where times < 0;
  create index tomorrow_words_idx on tomorrow using gin (to_tsvector('simple', name)) with (gin_pending_list_limit = 128);
  create table tomorrow_names (r int4range primary key, p integer, l text, line json, j jsonb);
  create table tomorrow_days (day date not null, name text not null, primary key (day, name)) partition by range (day);
  create index tomorrow_days_name_idx on tomorrow_days (name);
  create table tomorrow_days_2026 partition of tomorrow_days for values from ('2026-01-01') to ('2027-01-01');
  create view tomorrow_view as select name from tomorrow;
  create table tomorrow_heirs (heir text) inherits (tomorrow_log);
  create materialized view tomorrow_counts as select count(*) from tomorrow_log;
  create materialized view tomorrow_sums as select sum(count) from tomorrow_counts;
  create function tomorrow_change() returns trigger language plpgsql as $$ begin new.name := upper(new.name); return new; end $$;
  create function tomorrow_write() returns trigger language plpgsql as $$ begin
    insert into tomorrow_log values (new.name, 1); insert into tomorrow_days values (date '2026-05-01' + new.id::integer, new.name); return null; end $$;
  create function tomorrow_count() returns trigger language plpgsql as $$ begin update tomorrow_log set times = times + 1; return null; end $$;
  create function tomorrow_refuse() returns trigger language plpgsql as $$ begin raise exception 'never'; end $$;
  create trigger a_change before insert on tomorrow for each row execute function tomorrow_change();
  create trigger b_write after insert on tomorrow for each row execute function tomorrow_write();
  create constraint trigger c_deferred after insert or update on tomorrow deferrable initially deferred for each row execute function tomorrow_count();
  create trigger d_statement after insert on tomorrow referencing new table as added for each statement execute function tomorrow_count();
  create trigger e_always before delete on tomorrow_log for each row execute function tomorrow_refuse();
  alter table tomorrow_log enable always trigger e_always;
  create trigger f_replica before insert on tomorrow_log for each row execute function tomorrow_refuse();
  alter table tomorrow_log enable replica trigger f_replica;
  create trigger g_off before insert on tomorrow for each row execute function tomorrow_refuse();
  alter table tomorrow disable trigger g_off;
  create trigger h_parts before delete on tomorrow_days for each row execute function tomorrow_refuse();
`

describe.runIf(given.kind === 'postgres')('M-BACKUP', () => {
  test('what a later migration may bring is restored as it was: tables, keys, indexes, columns and triggers of every kind', async () => {
    const last = listMigrations().at(-1)?.name
    const filledWith: { name: string }[] = []
    /** A connection on which this version has one more migration. */
    const later = (client: Client) => {
      const query = async (text: string, values?: unknown[]) => {
        if (text.startsWith('insert into public."tomorrow"'))
          filledWith.push(...(await client.query("select indexname as name from pg_indexes where tablename = 'tomorrow' order by 1")).rows)
        const result = await client.query(text, values)
        if (text.startsWith('insert into schema_migrations') && values?.[0] === last) await client.query(TOMORROW)
        return result
      }
      return { query } as Client
    }
    const today = await makePlace(folder, template)
    const { file, manifest } = await withClient(today, async (client) => {
      await client.query(TOMORROW)
      await client.query(`insert into tomorrow (name, tone, size, period) values ('one', 'low', 3, '[1,5)'), ('two', 'high', 4, '[5,9)')`)
      await client.query(`update tomorrow set parent_id = 1 where id = 2; update tomorrow_log set times = 7 where name = 'ONE'`)
      await client.query(`insert into tomorrow_log select * from tomorrow_log limit 1`)
      await client.query(`insert into tomorrow_heirs values ('heir', 1, 'x'), ('heir', 2, 'y')`)
      await client.query('refresh materialized view tomorrow_counts; refresh materialized view tomorrow_sums')
      await client.query(
        `insert into tomorrow_names values ('[1,3)', 1, e'a\\nb', e'{"a":\\r\\n[1,\\n"x\\\\ny"]}', 'null'), ('[4,5)', null, null, 'null', null)`,
      )
      return backUpFrom(client, today, folder)
    })
    const names = ['tomorrow', 'tomorrow_days', 'tomorrow_heirs', 'tomorrow_log', 'tomorrow_names']
    expect(manifest.tables.filter(({ name }) => names.includes(name)).map(({ name, rows }) => [name, rows])).toEqual([
      ['tomorrow', 2],
      ['tomorrow_days', 2],
      ['tomorrow_heirs', 2],
      ['tomorrow_log', 3],
      ['tomorrow_names', 2],
    ])
    const read = async (client: Client) => {
      const lines = await client.query(
        `select row_to_json(t)::text as line from tomorrow t union all select tableoid::regclass || row_to_json(t)::text from tomorrow_log t
          union all select row_to_json(t)::text from tomorrow_heirs t
          union all select count::text from tomorrow_counts union all select sum::text from tomorrow_sums
          union all select tableoid::regclass || row_to_json(t)::text from tomorrow_days t
          union all select concat_ws(' ', r, p, l, line->'a'->0, line->'a'->1, line, j::text is null) from (select r, p, l, line::jsonb as line, j from tomorrow_names) t
          union all select tgname || tgenabled::text from pg_trigger where tgrelid::regclass::text like 'tomorrow%' and not tgisinternal
          union all select indexdef from pg_indexes where tablename like 'tomorrow%' order by 1`,
      )
      return lines.rows.map(({ line }) => line)
    }
    const expected = await withClient(today, read)
    expect(expected).toHaveLength(15 + 9 + 10)
    expect(expected.filter((line) => line === '5')).toHaveLength(2)
    const place = await makePlace(folder)
    for (const mayErase of [false, true]) {
      await withClient(place, async (client) => {
        expect((await restoreInto(later(client), file, place, { mayErase })).unknown).toEqual([])
        expect(await read(client)).toEqual(expected)
      })
      // an index is made from all rows at once, unless a key needs it
      const keys = ['tomorrow_name_key', 'tomorrow_period_excl', 'tomorrow_pkey']
      expect(filledWith.splice(0).map(({ name }) => name)).toEqual(keys)
    }
    await withClient(place, async (client) => {
      // identity, defaults and triggers go on from there
      await client.query(`insert into tomorrow (name, tone, size, period) values ('three', 'low', 1, '[20,21)')`)
      expect((await client.query("select id, name, double from tomorrow where name = 'THREE'")).rows).toEqual([
        { id: 3, name: 'THREE', double: 2 },
      ])
      await expect(client.query('delete from tomorrow_days')).rejects.toThrow('never')
      await eraseDatabase(client)
      const { rows } = await client.query(
        `select typname as name from pg_type t where typnamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
          and not exists (select from pg_type e join pg_depend d on d.objid = e.oid and d.deptype = 'e' where e.typarray = t.oid)
          union all select relname from pg_class where relnamespace = 'public'::regnamespace
          union all select p.proname from pg_proc p where pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
      )
      expect(rows).toEqual([])
    })
  })

  test.runIf(TESTS_ALL)("tables beside the shop's own are archived, named when it is restored, and stop nothing", async () => {
    const beside = await makePlace(folder, template)
    await withClient(beside, (client) =>
      client.query(
        'create table "Old orders" (why text) inherits (orders); create materialized view "Order counts" as select count(*) from orders; create table "Copy of orders" as select 1 as a, 2 as b union all select 1, 2; create sequence "Other sequence"; select nextval(\'"Other sequence"\')',
      ),
    )
    const { file } = await backUp(beside, folder)
    const place = await makePlace(folder)
    expect((await restore(file, place)).unknown).toMatchObject([
      { name: 'Copy of orders', rows: 2 },
      { name: 'Old orders', rows: 0 },
    ])
  })
})
