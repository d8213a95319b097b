import type { Client } from 'pg'

/** Statement that brings a test's database back to the rows that `keepFirstRows` found. */
export const PUT_BACK = 'select first_rows.put_back()'

/** Options of a connection that puts rows back again and again. */
export const REPLICA = '-c session_replication_role=replica'

const TABLES = `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('schema_migrations', 'revisions') group by c.relname order by c.relname`

/** Deletes what migrations have written, too, and what triggers keep. */
export async function emptyTables(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ name: string }>(TABLES)
  const names = rows.map(({ name }) => `public."${name}"`).join(', ')
  await client.query(`begin; set local session_replication_role = replica; truncate ${names} restart identity cascade; commit`)
}

/**
 * Keeps the rows that every test begins with in a schema of their own, with a function that puts them back. It costs a twentieth of
 * deleting and seeding everything: a table is touched only if a test has written it, which the transaction of its rows says. The lock waits
 * for transactions that still write. A `replica` session runs no foreign key and no trigger, so the function itself raises the revisions; a
 * connection that is one from its start (`REPLICA`) keeps its plans.
 */
export async function keepFirstRows(client: Pick<Client, 'query'>): Promise<void> {
  const { rows: tables } = await client.query<{ name: string; columns: string }>(TABLES)
  const { rows: sequences } = await client.query<{ name: string }>(
    "select sequencename as name from pg_sequences where schemaname = 'public'",
  )
  await client.query('create schema first_rows; create table first_rows.marks (name text primary key, transaction xid8)')
  const restoring: string[] = []
  for (const { name, columns } of tables) {
    const { rows } = await client.query(`select from public."${name}" limit 1`)
    if (rows.length === 0) restoring.push(`if exists (select from public."${name}") then delete from public."${name}"; end if;`)
    else {
      await client.query(
        `create table first_rows."${name}" as select ${columns} from public."${name}"; insert into first_rows.marks values ('${name}', '0')`,
      )
      restoring.push(`select transaction::xid into mark from first_rows.marks where name = '${name}';
        if (select count(*) from first_rows."${name}") <> (select count(*) from public."${name}") or exists (select from public."${name}" where xmin <> mark) then
          delete from public."${name}";
          insert into public."${name}" (${columns}) overriding system value select * from first_rows."${name}";
          update first_rows.marks set transaction = pg_current_xact_id() where name = '${name}';
        end if;`)
    }
  }
  for (const { name } of sequences) {
    const { rows } = await client.query<{ last: string; is_called: boolean }>(`select last_value as last, is_called from public."${name}"`)
    restoring.push(`perform setval('public."${name}"', ${rows[0]?.last ?? 1}, ${rows[0]?.is_called ?? false});`)
  }
  await client.query(`create function first_rows.put_back() returns void language plpgsql as $put_back$
    declare mark xid;
    begin
      lock table ${tables.map(({ name }) => `public."${name}"`).join(', ')} in exclusive mode;
      if current_setting('session_replication_role') <> 'replica' then perform set_config('session_replication_role', 'replica', true); end if;
      ${restoring.join('\n')}
      insert into public.revisions as r (name, value, stamp) select name, 1, gen_random_uuid() from unnest(array['catalog', 'settings']) as name
        on conflict (name) do update set value = r.value + 1, stamp = excluded.stamp;
      perform pg_notify('reflute_revisions', name || ':' || value) from public.revisions;
    end $put_back$`)
  await client.query(PUT_BACK) // all rows of a table are of one transaction from now on
}
