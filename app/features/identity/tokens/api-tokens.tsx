import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ActDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { SecretDialog } from '#app/features/kit/forms/secret-dialog.tsx'
import { day, instant } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { ApiToken, NewApiToken } from '#contract/identity/tokens.ts'
import { SCOPE_LABELS, type TokenKind } from '#domain/api-tokens.ts'
import { CreateToken } from './create-token.tsx'
import { callsOf, tokensQuery } from './queries.ts'

/** The API tokens of one kind: all that other systems may do with them, how to create one and how to revoke it. */
export function ApiTokens({ kind }: { kind: TokenKind }) {
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  const [isCreating, setCreating] = useState(false)
  const [made, setMade] = useState<NewApiToken>()
  const refresh = () => client.invalidateQueries({ queryKey: ['api-tokens'] })
  const created = async (answer: NewApiToken) => {
    setCreating(false)
    setMade(answer)
    await refresh()
  }
  return (
    <>
      <p className="mt-5 mb-6 flex flex-wrap items-center gap-x-6 gap-y-2">
        <button type="button" className="button" onClick={() => setCreating(true)}>
          Create API token
        </button>
        <Link to="/developers" className="flex min-h-11 items-center">
          Read how to use the API
        </Link>
      </p>
      <Load read={tokensQuery(kind, token)} failure="The API tokens could not be loaded.">
        {(rows) =>
          rows.length === 0 ? (
            <p className="panel p-5 text-ink-2">No API tokens yet.</p>
          ) : (
            <ul className="frame" aria-label="API tokens">
              {rows.map((row) => (
                <TokenRow key={row.id} kind={kind} token={row} refresh={refresh} />
              ))}
            </ul>
          )
        }
      </Load>
      {isCreating && <CreateToken kind={kind} onCreated={created} onClose={() => setCreating(false)} />}
      {made && (
        <SecretDialog
          title={`Secret of ${made.name}`}
          secret={made.secret}
          hint={
            <>
              Send it as <code>Authorization: Bearer …</code> with each request.
            </>
          }
          onClose={() => setMade(undefined)}
        >
          Copy this secret to the system that will use it.
        </SecretDialog>
      )}
    </>
  )
}

const STATUS_WORDS = { expired: 'Expired', revoked: 'Revoked' } as const

interface TokenProps {
  kind: TokenKind
  token: ApiToken
  refresh: () => Promise<void>
}

function TokenRow({ kind, token, refresh }: TokenProps) {
  const { name, scopes, status, owner, createdAt, expiresAt, lastUsedAt } = token
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-line p-5 not-first:border-t-[1.5px]">
      <div className="min-w-0">
        <p>
          <bdi className="font-semibold wrap-anywhere">{name}</bdi>
        </p>
        <p>{scopes.map((scope) => SCOPE_LABELS[scope]).join(', ')}</p>
        <p className="text-sm text-ink-2">
          {lastUsedAt ? (
            <>
              Last used <time dateTime={lastUsedAt}>{instant(lastUsedAt)}</time>
            </>
          ) : (
            'Never used'
          )}
          {status !== 'revoked' && (
            <>
              {status === 'expired' ? ', expired ' : ', expires '}
              <time dateTime={expiresAt}>{day(expiresAt)}</time>
            </>
          )}
          , created <time dateTime={createdAt}>{instant(createdAt)}</time>
          {kind !== 'person' && (
            <>
              {' by '}
              <bdi>{owner.name}</bdi>
              {owner.isYou && ' (you)'}
            </>
          )}
        </p>
      </div>
      {status === 'active' ? (
        <RevokeToken kind={kind} token={token} refresh={refresh} />
      ) : (
        <span className="status warn">{STATUS_WORDS[status]}</span>
      )}
    </li>
  )
}

function RevokeToken({ kind, token: { id, name }, refresh }: TokenProps) {
  const [isAsking, setAsking] = useState(false)
  const revoke = async () => {
    await callsOf(kind).revoke({ params: { id } })
    toast.success(`The token ${name} was revoked`)
    setAsking(false)
    await refresh()
  }
  return (
    <>
      <button type="button" className="link-button -mx-1" aria-label={`Revoke ${name}`} onClick={() => setAsking(true)}>
        Revoke
      </button>
      {isAsking && (
        <ActDialog
          title={`Revoke ${name}?`}
          confirm="Revoke token"
          busy="Revoking..."
          isDanger
          act={revoke}
          failed="The token could not be revoked. Please try again."
          onClose={() => setAsking(false)}
        >
          <p>The system that uses this token stops working right away. This can't be undone.</p>
        </ActDialog>
      )}
    </>
  )
}
