import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type ImportShop, importerOf, openDialogShop } from './import-shop.ts'
import type { SignedInUser } from './test-shop.ts'

export let shop: ImportShop
export let admin: SignedInUser
export let { upload, optionsOf, check, run, finish, undo, importAll } = {} as ReturnType<typeof importerOf>

/** Opens a shop for the tests of a file, empty before each of them, whose staff go through the steps of the import dialog. */
export function openStaffDialog(): void {
  beforeAll(async () => {
    shop = await openDialogShop()
  })
  beforeEach(async () => {
    await shop.reset()
    admin = await shop.signIn('application_admin')
    ;({ upload, optionsOf, check, run, finish, undo, importAll } = importerOf(admin.imports))
  })
  afterAll(() => shop.close())
}
