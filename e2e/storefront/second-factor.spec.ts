import type { Page } from '@playwright/test'
import { codeAt } from '#server/testing/authenticator.ts'
import { faults } from '../sound.ts'
import { type Account, browserOf, expect, field, PASSWORD, test, toastOf, visit } from '../story.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const STEP = 30_000

/** A security key in the browser that verifies its user, as a laptop's fingerprint sensor does. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Sets the counter of its only passkey. */
    count: async (signCount: number) => {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
      const [credential] = credentials
      if (!credential) throw new Error('there is no passkey')
      await session.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId })
      await session.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount } })
    },
  }
}

async function signOut(page: Page) {
  await page.evaluate(() => localStorage.clear())
  await visit(page, '/login')
}

async function enterPassword(page: Page, { email }: Account) {
  await field(page, 'email').fill(email)
  await field(page, 'password').fill(PASSWORD)
  await main(page).getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(main(page).getByRole('heading', { name: 'Two-factor sign-in' })).toBeVisible()
}

test('a customer adds an authenticator app and signs in with its code, or with a recovery code', { tag: '@smoke' }, async ({
  browser,
  shop,
}) => {
  const fay = await shop.customer('Fay Factor')
  const context = await browserOf(browser, shop, fay)
  const page = await context.newPage()
  await visit(page, '/account/security')
  await main(page).getByRole('button', { name: 'Add authenticator app' }).click()
  const adding = dialog(page, 'Add authenticator app')
  await expect(adding.getByRole('img', { name: /QR code/ })).toBeVisible()
  expect(await faults(page)).toEqual([])
  const key = (await adding.locator('code').innerText()).replaceAll(' ', '')
  await adding.getByLabel('Code', { exact: true }).fill(codeAt(key, new Date()))
  await adding.getByRole('button', { name: 'Add app' }).click()
  const codes = dialog(page, 'Recovery codes')
  await codes.getByRole('button', { name: 'Create codes' }).click()
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recovery = await codes.getByRole('listitem').first().innerText()
  await codes.getByRole('button', { name: "I've saved them" }).click()
  await expect(main(page).getByText('10 codes left.')).toBeVisible()

  await signOut(page)
  await enterPassword(page, fay)
  await main(page)
    .getByLabel('Code', { exact: true })
    .fill(codeAt(key, new Date(Date.now() + STEP))) // the one of now was used to add the app
  await main(page).getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(toastOf(page, 'Welcome back, Fay Factor!')).toBeVisible()

  await signOut(page)
  await enterPassword(page, fay)
  await main(page).getByRole('button', { name: 'Use a recovery code' }).click()
  await main(page).getByLabel('Recovery code').fill(recovery)
  await main(page).getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(toastOf(page, 'Welcome back, Fay Factor!')).toBeVisible()
  await visit(page, '/account/security')
  await expect(main(page).getByText('9 codes left.')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await context.close()
})

test('a passkey signs in alone and as second factor; one whose counter goes back is refused', async ({ browser, shop }) => {
  const pam = await shop.customer('Pam Passkey')
  const context = await browserOf(browser, shop, pam)
  const page = await context.newPage()
  const authenticator = await addAuthenticator(page)
  await visit(page, '/account/security')
  await main(page).getByRole('button', { name: 'Add a passkey' }).click()
  await dialog(page, 'Add a passkey').getByLabel('Name').fill('Fingerprint')
  await dialog(page, 'Add a passkey').getByRole('button', { name: 'Continue' }).click()
  await dialog(page, 'Recovery codes').getByRole('button', { name: 'Not now' }).click()
  await expect(main(page).getByText('Fingerprint', { exact: true })).toBeVisible()

  await signOut(page)
  await main(page).getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(toastOf(page, 'Welcome back, Pam Passkey!')).toBeVisible()

  await signOut(page)
  await enterPassword(page, pam)
  await main(page).getByRole('button', { name: 'Use a passkey' }).click()
  await expect(toastOf(page, 'Welcome back, Pam Passkey!')).toBeVisible()

  await signOut(page)
  await authenticator.count(0)
  await main(page).getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText("This passkey couldn't be verified. Try again, or use another way to sign in.")).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await context.close()
})
