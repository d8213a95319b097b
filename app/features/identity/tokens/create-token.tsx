import { useId } from 'react'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { textOf } from '#app/lib/form-text.ts'
import { FormFoot } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { NewApiToken } from '#contract/identity/tokens.ts'
import {
  DEFAULT_TOKEN_DAYS,
  MAX_TOKEN_DAYS,
  MAX_TOKEN_NAME,
  SCOPE_LABELS,
  SCOPE_TEXTS,
  SCOPES_OF,
  type TokenKind,
  type TokenScope,
} from '#domain/api-tokens.ts'
import { callsOf } from './queries.ts'

interface CreateTokenProps {
  kind: TokenKind
  onCreated: (token: NewApiToken) => Promise<void>
  onClose: () => void
}

const NAMED = 'The system that will use it, such as your ERP.'
/** Hints on the name by the kind of token; only staff read the audit log. */
const NAME_HINTS: Readonly<Record<TokenKind, string>> = {
  person: 'The system that will use it, such as your bookkeeping.',
  business: NAMED,
  platform: `${NAMED} The audit log shows this name beside yours.`,
}

const chosen = (kind: TokenKind, fields: FormData): TokenScope[] =>
  SCOPES_OF[kind].filter((scope) => fields.getAll('scopes').includes(scope))

/** Creates an API token: its name, scopes and lifetime. */
export function CreateToken({ kind, onCreated, onClose }: CreateTokenProps) {
  const form = useForm({
    check: (element) => {
      const fields = new FormData(element)
      const days = Number(textOf(fields, 'days'))
      const isLifetime = Number.isInteger(days) && days >= 1 && days <= MAX_TOKEN_DAYS
      return {
        name: textOf(fields, 'name').trim() === '' ? 'Please enter a name' : undefined,
        scopes: chosen(kind, fields).length === 0 ? 'Choose at least one scope' : undefined,
        days: isLifetime ? undefined : `Enter 1 to ${MAX_TOKEN_DAYS} days`,
      }
    },
    send: async (fields) => {
      const body = { name: textOf(fields, 'name'), scopes: chosen(kind, fields), days: Number(textOf(fields, 'days')) }
      await onCreated(await callsOf(kind).create({ body }))
    },
    failed: 'The token could not be created. Please try again.',
  })
  const { name, scopes, days } = form.errors
  return (
    <FormDialog title="Create API token" onClose={onClose}>
      <form {...form.props} className="mt-3 grid gap-5">
        <FormProblem text={name || scopes || days ? undefined : form.problem} />
        <TextField label="Name" name="name" hint={NAME_HINTS[kind]} maxLength={MAX_TOKEN_NAME} autoComplete="off" required error={name} />
        <ScopeFields kind={kind} error={scopes} />
        <TextField
          label="Days until it expires"
          name="days"
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_TOKEN_DAYS}
          step={1}
          defaultValue={DEFAULT_TOKEN_DAYS}
          hint={`1 to ${MAX_TOKEN_DAYS}. We email you a week before, or a day before if it's for 2 to 7 days.`}
          required
          error={days}
        />
        <FormFoot isBusy={form.isBusy} busy="Creating...">
          Create token
        </FormFoot>
      </form>
    </FormDialog>
  )
}

function ScopeFields({ kind, error }: { kind: TokenKind; error: string | undefined }) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 font-semibold">Scopes</legend>
      <div className="grid gap-3">
        {SCOPES_OF[kind].map((scope) => (
          <label key={scope} className="flex items-start gap-3">
            <input
              type="checkbox"
              className="mt-1"
              name="scopes"
              value={scope}
              defaultChecked={scope === 'read'}
              aria-describedby={`${id}-${scope}`}
            />
            <span>
              {SCOPE_LABELS[scope]}
              <span id={`${id}-${scope}`} className="block text-sm text-ink-2">
                {SCOPE_TEXTS[kind][scope]}
              </span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="field error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
