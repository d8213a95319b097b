import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState } from 'react'
import { api } from '#app/lib/api.ts'
import { fieldErrorsOf } from '#app/lib/field-errors.ts'
import { useToken } from '#app/lib/token.ts'
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts'
import { TextField } from '#app/ui/field.tsx'
import { CUSTOMER_LIMITS } from '#domain/customer.ts'
import { VAT_ID_NOTICES } from '#domain/vat-id.ts'

/** Time in ms without typing after which a VAT id is checked, and the length from which one may be whole while it is typed. */
const PAUSE_MS = 600
const MIN_LENGTH = 8

/** Describes a check for the buyer. */
function checkText({ status, name }: Awaited<ReturnType<typeof api.vatIds.check>>): string {
  if (status === 'valid') return name ? `Verified: ${name}` : 'Verified.'
  return VAT_ID_NOTICES[status === 'invalid' ? 'invalid' : 'unavailable']
}

interface VatIdFieldProps {
  /** Props of the input, with its value. */
  input: Omit<ComponentProps<typeof TextField>, 'label'> & { value: string }
  /** Sentence about the VAT id that is priced with; null for none. */
  notice?: string | null | undefined
  /** Called when an answer has arrived that may change the tax. */
  onChecked?: (() => void) | undefined
}

/** VAT id of a business, checked while it is typed; what is wrong with one that was left is said here. */
export function VatIdField({ input, notice, onChecked }: VatIdFieldProps) {
  const [isTyping, setTyping] = useState(false)
  const token = useToken((state) => state.token)
  const vatId = useDebouncedValue(input.value.trim(), PAUSE_MS)
  const { data, error, isFetching } = useQuery({
    queryKey: ['vat-check', token, vatId],
    queryFn: ({ signal }) => api.vatIds.check({ body: { vatId }, signal }),
    enabled: token !== null && vatId.length >= (isTyping ? MIN_LENGTH : 1),
    staleTime: 300_000,
    retry: false,
  })
  useEffect(() => {
    if (data) onChecked?.()
  }, [data, onChecked])
  const isCurrent = vatId === input.value.trim()
  const result = isCurrent && (isFetching ? 'Checking...' : data && checkText(data))
  const found = isCurrent ? (fieldErrorsOf(error).vatId ?? (result || isTyping ? undefined : (notice ?? undefined))) : undefined
  return (
    <div onFocus={() => setTyping(true)} onBlur={() => setTyping(false)}>
      <TextField
        label="VAT ID"
        autoComplete="off"
        enterKeyHint="next"
        maxLength={CUSTOMER_LIMITS.vatId}
        isOptional
        {...input}
        error={input.error ?? found}
      />
      <p role="status" className="mt-1 text-sm text-ink-2">
        {result}
      </p>
    </div>
  )
}
