import { useState } from 'react'
import { type ApiScope, apiScopes, keyLives } from '#api/endpoint.ts'
import { splitFormError } from '#features/identity/web/form-checks.ts'
import * as staffStyles from '#features/staff/web/staff.module.css'
import { showDay, showInstant } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice, ChoiceGroup, SelectField } from '#web/ui/Choice.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Pending } from '#web/ui/Pending.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'
import type { ApiKey } from '../contract.ts'
import { ShownOnce } from './ShownOnce.tsx'

const scopeNames = {
  'clients:read': 'Read the list of clients with names and contacts',
  'clients:invite': 'Invite people to become clients',
  'letters:read': 'Read where a client’s letters are',
  'queue:read': 'Read the work queue',
  'costs:read': 'Read the cost book',
  'events:read': 'Read webhook targets and their log',
  'events:resend': 'Send an event again',
} as const satisfies Record<ApiScope, string>

/** The keys of the operator's own systems, newest first. */
export const ApiKeys = ({ changes }: { changes: boolean }) => {
  const page = useApiQuery(client.integrations.keys)
  const { data, error } = page
  if (error !== null || !data) return <Pending queries={[page]} />
  return (
    <div className={staffStyles.wide}>
      <h2 id="api-keys" tabIndex={-1}>
        API keys ({data.data.length})
      </h2>
      {data.data.length === 0 && (
        <p className={`${cardStyles.card} ${textStyles.muted}`}>No system has a key yet.</p>
      )}
      {data.data.map(key => (
        <KeyCard key={key.id} apiKey={key} changes={changes} />
      ))}
    </div>
  )
}

const states = {
  active: { tone: 'green', icon: 'check', word: 'Active' },
  expired: { tone: 'grey', icon: 'clock', word: 'Expired' },
  revoked: { tone: 'grey', icon: 'lock', word: 'Revoked' },
} as const satisfies Record<ApiKey['state'], object>

const KeyCard = ({ apiKey, changes }: { apiKey: ApiKey; changes: boolean }) => {
  const { id, name, prefix, scopes, createdBy, createdAt, expiresAt, lastUsedAt, state } = apiKey
  const { tone, icon, word } = states[state]
  const end = expiresAt === null ? 'has no end' : `ends ${showDay(expiresAt, browserTimeZone)}`
  const used = lastUsedAt === null ? 'Never used' : `Last used ${showInstant(lastUsedAt, browserTimeZone)}`
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby={`key-${id}`}>
      <div className={layoutStyles.row}>
        <h3 id={`key-${id}`}>{name}</h3>
        <Pill tone={tone} icon={icon}>
          {word}
        </Pill>
      </div>
      <p className={textStyles.muted}>
        <code>{prefix}…</code> created by {createdBy} on {showDay(createdAt, browserTimeZone)}, {end}. {used}.
      </p>
      <p className={textStyles.muted}>{scopes.join(', ')}</p>
      {changes && state === 'active' && <RevokeKey apiKey={apiKey} />}
    </section>
  )
}

const RevokeKey = ({ apiKey: { id: keyId, name } }: { apiKey: ApiKey }) => {
  const [isAsking, setIsAsking] = useState(false)
  const revoke = useApiMutation(client.integrations.revokeKey, { refreshes: [client.integrations.keys] })
  const place = useFocusFallback('api-keys')
  return (
    <div ref={place}>
      <Button size="small" aria-label={`Revoke ${name}`} onClick={() => setIsAsking(true)}>
        Revoke
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Revoke ${name}?`}
          confirmLabel="Revoke"
          variant="danger"
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate({ keyId }, { onSuccess: () => setIsAsking(false) })}
          onClose={() => setIsAsking(false)}
        >
          <p className={textStyles.muted}>
            Its next call is refused. A revoked key cannot be brought back; a system that still needs one gets
            another.
          </p>
          {revoke.error && <ErrorNote error={revoke.error} safe="The key still works." />}
        </ConfirmDialog>
      )}
    </div>
  )
}

export const AddKey = () => {
  const [added, setAdded] = useState<{ secret: string; name: string } | null>(null)
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="add-key">
      <h2 id="add-key">Create an API key</h2>
      {added !== null && (
        <ShownOnce title="The API key, shown only now" text={added.secret} about="the API key">
          Keep it in {added.name}. Anyone who has it can do what its scopes say.
        </ShownOnce>
      )}
      <KeyForm
        key={added?.secret ?? ''}
        onAdded={({ secret, key: { name } }) => setAdded({ secret, name })}
      />
    </section>
  )
}

const labels = { name: 'Name', scopes: 'Scopes' }
const lifeNames = keyLives.map(days => (days === null ? 'No end' : `${days} days`))

const KeyForm = ({ onAdded }: { onAdded: (added: { secret: string; key: ApiKey }) => void }) => {
  const [scopes, setScopes] = useState<readonly ApiScope[]>([])
  const [life, setLife] = useState(2)
  const add = useApiMutation(client.integrations.addKey, {
    refreshes: [client.integrations.keys],
    onDone: onAdded,
  })
  const { refused, otherError } = splitFormError(add.error)
  const form = useForm(
    ({ name = '' }) => ({
      ...(name.trim() === '' ? { name: 'Name the system that gets it' } : {}),
      ...(scopes.length > 0 ? {} : { scopes: 'Choose at least one scope' }),
    }),
    ({ name = '' }) => add.mutate({ name: name.trim(), scopes: [...scopes], days: keyLives[life] ?? null }),
    refused,
  )
  return (
    <form {...form.formProps}>
      {otherError && <ErrorNote error={otherError} safe="No key was created." />}
      <ErrorSummary errors={form.errors} labels={labels} summaryRef={form.summary} />
      <Field
        name="name"
        label="Name"
        hint="The system that gets it, such as “CRM”"
        error={form.errors.name}
        autoComplete="off"
        maxLength={60}
        required
      />
      <ChoiceGroup name="scopes" id="scopes" tabIndex={-1} legend="Scopes" error={form.errors.scopes}>
        {apiScopes.map(scope => (
          <Choice
            key={scope}
            type="checkbox"
            title={scopeNames[scope]}
            hint={scope}
            checked={scopes.includes(scope)}
            onChange={() =>
              setScopes(scopes.includes(scope) ? scopes.filter(one => one !== scope) : [...scopes, scope])
            }
          />
        ))}
      </ChoiceGroup>
      <SelectField
        id="life"
        label="Valid for"
        options={lifeNames.map((text, index) => ({ value: String(index), text }))}
        value={String(life)}
        onChoose={chosen => setLife(Number(chosen))}
      />
      <Button type="submit" variant="primary" size="big" block busy={add.isPending} busyText="Creating...">
        Create the key
      </Button>
    </form>
  )
}
