import * as z from 'zod/mini'
import { Email, IdParams, Ok } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { customerFields, filledFields, isPlace } from './customer.ts'

/** A saved address. */
export const Address = z.object({
  id: z.string(),
  isDefault: z.boolean(),
  ...filledFields,
  createdAt: z.string(),
})
export type Address = z.output<typeof Address>

/** A saved address is the checkout form; without an email, the account's is used. */
export const AddressBody = z.object({ ...customerFields, email: z.optional(Email), isDefault: z.optional(z.boolean()) }).check(...isPlace)
export type AddressBody = z.output<typeof AddressBody>

export const addresses = {
  list: endpoint({
    method: 'GET',
    path: '/api/account/addresses',
    access: 'signedIn',
    summary: "Lists the caller's saved addresses: the default one first, then the newest.",
    response: z.array(Address),
    list: true,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/account/addresses',
    access: 'signedIn',
    summary: 'Saves an address; the first one becomes the default.',
    body: AddressBody,
    response: Address,
    status: 201,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/account/addresses/:id',
    access: 'signedIn',
    summary: 'Replaces an address. The default address stays default until another one is chosen.',
    params: IdParams,
    body: AddressBody,
    response: Address,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/account/addresses/:id',
    access: 'signedIn',
    summary: 'Deletes an address; if it was the default one, the newest of the others becomes it.',
    params: IdParams,
    response: Ok,
  }),
}
