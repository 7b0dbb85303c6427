import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * A release is rolled out server by server, so the previous release keeps running on the newer schema for a while, and
 * again after a rollback (docs/guides/operating.md, New releases). A migration may therefore only add; removals follow in a
 * later release, marked `-- contract: ` with the reason why nothing uses it any more.
 */

const statementsOf = (text: string) => text.split('--> statement-breakpoint').map(one => one.trim())

const named = '"?(?:public"?\\."?)?(\\w+)"?'
const created = new RegExp(`^create table ${named}`, 'i')
const changed = new RegExp(`^alter table ${named}`, 'i')
const added = new RegExp(`^alter table ${named} add column "?(\\w+)"?`, 'i')
const uniquelyIndexed = new RegExp(`^create unique index \\S+ on ${named}`, 'i')
const keyColumns = /(?:foreign key|unique|primary key|using btree)\s?\(([^)]*)\)/i

const removesPart =
  /\b(drop|rename|truncate|delete from)\b|\bset (not null|data type)\b|\balter column \S+ type\b/i
const needsValue = /\badd column\b(?=.*\bnot null\b)(?!.*\bdefault\b)/is

/** The statements of a migration that would break the previous release. */
const breaking = (text: string): string[] => {
  const statements = statementsOf(text)
  const tables = new Set(statements.flatMap(one => created.exec(one)?.[1] ?? []))
  const columns = new Set(statements.flatMap(one => added.exec(one)?.slice(1).join('.') ?? []))
  const isAdded = (table: string, column: string) =>
    columns.has(`${table}.${column.replaceAll(/["\s]/g, '')}`)
  /** Whether a constraint covers only columns new to the previous release: each column of a key, any column of a check. */
  const bindsNew = (table: string, rule: string) => {
    const key = keyColumns.exec(rule)?.[1]
    if (key !== undefined) return key.split(',').every(column => isAdded(table, column))
    return (rule.match(/"\w+"/g) ?? []).some(column => isAdded(table, column))
  }
  return statements.filter(one => {
    if (one.startsWith('-- contract: ')) return false
    const indexed = uniquelyIndexed.exec(one)?.[1]
    if (indexed !== undefined) return !tables.has(indexed) && !bindsNew(indexed, one)
    const table = changed.exec(one)?.[1] ?? ''
    if (tables.has(table)) return false
    if (/\badd constraint\b/i.test(one)) return !bindsNew(table, one)
    return removesPart.test(one) || needsValue.test(one)
  })
}

const folder = path.join(import.meta.dirname, '../migrations')
const files = globSync('*.sql', { cwd: folder }).toSorted().slice(1)

describe('a migration', () => {
  it.each(files)('%s is compatible with the previous release', file => {
    expect(breaking(readFileSync(path.join(folder, file), 'utf8'))).toEqual([])
  })

  it.each([
    'DROP TABLE "alerts";',
    'ALTER TABLE "users" DROP COLUMN "plan";',
    'ALTER TABLE "users" RENAME COLUMN "plan" TO "tier";',
    'ALTER TABLE "users" RENAME TO "people";',
    'ALTER TABLE "users" ALTER COLUMN "plan" SET DATA TYPE integer;',
    'ALTER TABLE "users" ALTER COLUMN "plan" SET NOT NULL;',
    'ALTER TABLE "users" ALTER COLUMN "plan" DROP DEFAULT;',
    'ALTER TABLE "users" ADD COLUMN "tier" text NOT NULL;',
    'ALTER TABLE "users" ADD CONSTRAINT "tiers" CHECK (plan <> \'x\');',
    'ALTER TABLE "users" ADD CONSTRAINT "one" UNIQUE("plan");',
    'CREATE UNIQUE INDEX "one" ON "users" USING btree ("plan");',
    'DELETE FROM "users";',
  ])('must not contain %s', statement => {
    expect(breaking(`CREATE TABLE "new" ("id" uuid);--> statement-breakpoint\n${statement}`)).toEqual([
      statement,
    ])
  })

  it.each([
    'ALTER TABLE "users" ADD COLUMN "tier" text;',
    'ALTER TABLE "users" ADD COLUMN "tier" text DEFAULT \'free\' NOT NULL;',
    'ALTER TABLE "new" ADD CONSTRAINT "mine" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade;',
    'ALTER TABLE "users" ADD COLUMN "a" uuid;--> statement-breakpoint\nALTER TABLE "users" ADD CONSTRAINT "b" FOREIGN KEY ("a") REFERENCES "c"("d");',
    'ALTER TABLE "users" ADD COLUMN "a" boolean DEFAULT false NOT NULL;--> statement-breakpoint\nALTER TABLE "users" ADD CONSTRAINT "b" CHECK (not "users"."a" or "users"."plan" = \'max\');',
    'CREATE UNIQUE INDEX "one" ON "new" USING btree ("id");',
    'CREATE INDEX "some" ON "users" USING btree ("plan");',
    '-- contract: the release before reads "tier"\nALTER TABLE "users" DROP COLUMN "plan";',
  ])('may contain %s', statements => {
    expect(breaking(`CREATE TABLE "new" ("id" uuid);--> statement-breakpoint\n${statements}`)).toEqual([])
  })
})
