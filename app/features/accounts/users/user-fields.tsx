import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SearchedSelect } from '#app/features/kit/forms/searched-select.tsx'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { businessesQuery } from '#app/features/sellers/queries.ts'
import { queryOf } from '#app/lib/api.ts'
import type { FieldErrors } from '#app/lib/field-errors.ts'
import { useToken } from '#app/lib/token.ts'
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import type { UserSummary } from '#contract/accounts/users.ts'
import { type Role, roleLabel, USER_STATUSES, type UserStatus } from '#domain/user.ts'
import { checkEmailChange } from '#domain/user-rules.ts'

interface FieldsProps {
  errors: FieldErrors
  user?: UserSummary
}

/** Name and email. */
export function PersonFields({ errors, user }: FieldsProps) {
  const me = usePageUser()
  const isFixed = user !== undefined && me !== null && checkEmailChange(me, user) !== null
  const confirmed = "A new address is used for sign-in once it's confirmed. The old one is notified and can undo the change."
  return (
    <>
      <TextField label="Name" name="name" required maxLength={120} autoComplete="off" defaultValue={user?.name} error={errors.name} />
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        defaultValue={user?.email}
        error={errors.email}
        readOnly={isFixed}
        hint={isFixed ? 'Only a super admin can change the email of a member of staff.' : user && confirmed}
      />
    </>
  )
}

/**
 * Role, the business of a business admin, and status (`status` is the chosen one). `isOwn`: users can't change their own role or status.
 */
export function RightsFields({
  errors,
  user,
  roles,
  isOwn = false,
  status = user?.status ?? 'Active',
}: FieldsProps & { roles: readonly Role[]; isOwn?: boolean; status?: UserStatus | undefined }) {
  const [role, setRole] = useState<string>(user?.role ?? 'customer')
  return (
    <>
      <SelectField
        label="Role"
        name="role"
        value={role}
        onChange={(event) => setRole(event.target.value)}
        error={errors.role}
        disabled={isOwn}
        hint={isOwn && "You can't change your own role or status."}
      >
        {roles.map((one) => (
          <option key={one} value={one}>
            {roleLabel(one)}
          </option>
        ))}
      </SelectField>
      {role === 'business_admin' && <BusinessField errors={errors} {...(user && { user })} />}
      <SelectField label="Status" name="status" defaultValue={status} error={errors.status} disabled={isOwn}>
        {USER_STATUSES.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </SelectField>
    </>
  )
}

const MAX_OFFERED = 500
/** Time in ms without typing after which the search is sent. */
const PAUSE_MS = 200

/** Field for the business that a user acts for; where there are more than a list can hold, it is narrowed by a word. */
function BusinessField({ errors, user }: FieldsProps) {
  const token = useToken((state) => state.token)
  const [typed, setSearch] = useState('')
  const search = useDebouncedValue(typed.trim(), PAUSE_MS)
  const query = { search, sort: 'name', page: 1, limit: MAX_OFFERED } as const
  const offered = useQuery({ ...queryOf(businessesQuery(token, query)), placeholderData: keepPreviousData })
  const { items = [], total = 0 } = offered.data ?? {}
  const [chosen, setChosen] = useState(user?.businessId ?? '')
  const found = items.map(({ id, name, city }) => ({ value: id, label: city ? `${name}, ${city}` : name }))
  const present = user?.businessId && !items.some(({ id }) => id === user.businessId)
  const options = present ? [{ value: user.businessId ?? '', label: user.businessName ?? '' }, ...found] : found
  return (
    <SearchedSelect
      label="Business"
      name="businessId"
      find="Find a business"
      none="No business"
      isOptional
      options={options}
      total={total}
      onSearch={setSearch}
      value={chosen}
      onChange={(event) => setChosen(event.target.value)}
      error={errors.businessId}
      hint={offered.isError ? 'The businesses could not be loaded.' : 'Without a business, this user has nothing to manage.'}
    />
  )
}
