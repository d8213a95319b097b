import { expect, test } from 'vitest'
import { checkMigration } from './migration-rules.ts'

const NAME = '0040_change.sql'
const expand = (text: string) => checkMigration(NAME, `-- phase: expand\n${text}`)
const bare = (text: string, phase = 'expand') => checkMigration(NAME, `-- phase: ${phase}\n-- no transaction\n${text}`)

const forbidden: [string, string][] = [
  ['DROP TABLE "carts";', 'drops'],
  ['ALTER TABLE "orders" DROP COLUMN "note";', 'drops'],
  ['ALTER TABLE "orders" RENAME COLUMN "note" TO "remark";', 'renames'],
  ['ALTER TABLE "orders" ALTER COLUMN "total" SET DATA TYPE bigint;', 'changes a type'],
  ['ALTER TABLE "orders" ALTER COLUMN "note" SET NOT NULL;', 'makes an old column not null'],
  ['ALTER TABLE "orders" ADD COLUMN "a" text NOT NULL;', 'does not fill'],
  ['ALTER TABLE "orders" ADD COLUMN "a" uuid DEFAULT gen_random_uuid() NOT NULL;', 'not constant'],
  ['ALTER TABLE "orders" ADD COLUMN "a" text, ADD COLUMN "b" text NOT NULL;', 'does not fill'],
  ['ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK ("total" > 0);', 'not valid'],
  ['ALTER TABLE "orders" ADD CONSTRAINT "c" UNIQUE("number");', 'concurrently'],
  ['ALTER TABLE "orders" ADD CONSTRAINT "c" FOREIGN KEY ("x") REFERENCES "y"("id");', 'not valid'],
  ['CREATE INDEX "i" ON "orders" USING btree ("note");', 'concurrently'],
  ['UPDATE orders SET note = null;', 'by a job'],
  ['select 1; delete from carts;', 'by a job'],
  ['LOCK TABLE orders;', 'locks a table'],
  ['CREATE INDEX CONCURRENTLY "i" ON "orders" ("note");', '"-- no transaction"'],
]

test.each(forbidden)('an expand migration with %s fails lint', (statement, reason) => {
  expect(expand(statement).join('\n')).toContain(reason)
})

const allowed = [
  'ALTER TABLE "orders" ALTER COLUMN "note" DROP NOT NULL;',
  'ALTER TABLE "orders" ADD COLUMN "note" text;',
  'ALTER TABLE "orders" ADD COLUMN "isLate" boolean DEFAULT false NOT NULL;',
  `ALTER TABLE "orders" ADD COLUMN "note" text DEFAULT 'rename; drop' NOT NULL; -- drop nothing`,
  'ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK ("total" > 0) NOT VALID;\n--> statement-breakpoint\nALTER TABLE "orders" VALIDATE CONSTRAINT "c";',
  'CREATE TABLE "a" ("id" uuid PRIMARY KEY NOT NULL, "b" uuid NOT NULL);\n--> statement-breakpoint\nCREATE INDEX "i" ON "a" ("b");\n--> statement-breakpoint\nALTER TABLE "a" ADD CONSTRAINT "c" UNIQUE("b");',
  'create function f() returns trigger language plpgsql as $$ begin update orders set note = null; return new; end $$;\ncreate trigger t before update on orders for each row execute function f();',
]

test.each(allowed)('an expand migration may %s', (statement) => {
  expect(expand(statement)).toEqual([])
})

test('a migration says its phase', () => {
  expect(checkMigration(NAME, 'ALTER TABLE "orders" ADD COLUMN "note" text;')).toEqual([
    '0040_change.sql must begin with "-- phase: expand" or "-- phase: contract"',
  ])
  expect(checkMigration(NAME, '-- phase: contract\nALTER TABLE "orders" DROP COLUMN "note";')).toEqual([])
})

test('outside of a transaction each statement can be repeated, and is apart', () => {
  const index = 'CREATE INDEX CONCURRENTLY IF NOT EXISTS "i" ON "orders" ("note");'
  expect(bare(index)).toEqual([])
  expect(bare(`${index}\n--> statement-breakpoint\nALTER TABLE "orders" VALIDATE CONSTRAINT "c";`)).toEqual([])
  expect(bare('CREATE INDEX CONCURRENTLY "i" ON "orders" ("note");').join()).toContain('repeatable')
  expect(bare('ALTER TABLE "orders" ADD COLUMN "note" text;').join()).toContain('repeatable')
  expect(bare(`${index}\n${index}`).join()).toContain('between')
  expect(bare('DROP INDEX CONCURRENTLY IF EXISTS "i";', 'contract')).toEqual([])
})
