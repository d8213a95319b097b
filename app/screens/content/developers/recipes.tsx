import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { TEST_EVENT, TEST_EVENT_TEXT, WEBHOOK_EVENT_TEXTS, WEBHOOK_EVENTS } from '#domain/webhook.ts'
import type { Language } from './recipe-files.ts'

/** A section of the page: what the code does, and its files in each language. */
interface Recipe {
  id: string
  title: string
  text: ReactNode
  files: Readonly<Record<Language, readonly string[]>>
}

/** The events of webhooks and the test, each in words. */
const EVENTS = [...WEBHOOK_EVENTS.map((event) => [event, WEBHOOK_EVENT_TEXTS[event]] as const), [TEST_EVENT, TEST_EVENT_TEXT] as const]

/** The token, which every recipe needs, and the recipes. */
export const RECIPES: readonly Recipe[] = [
  {
    id: 'token',
    title: 'Create a token',
    text: (
      <>
        <p>
          A token lets another system work for you. Owners create one for their business under <Link to="/business/tokens">API tokens</Link>{' '}
          in its settings, customers under <Link to="/account/security/tokens">Security</Link>, and staff under{' '}
          <Link to="/admin/tokens">API tokens</Link> of the back office. You choose what it may do and when it expires. Its secret is shown
          once.
        </p>
        <p>
          Or create one with curl: paste <code>start.sh</code> into a terminal, with the email and password of an owner. Those of a demo are
          there already. Each paste makes a new token; where the shop refuses, its answer is shown instead. Keep this terminal for the
          recipes: they use the <code>SHOP</code>, <code>LOGIN</code> and <code>TOKEN</code> that it sets. If your sign-in has a second
          step, use the screens and set <code>SHOP</code> and <code>TOKEN</code> yourself.
        </p>
        <p>
          For TypeScript, <code>generate.sh</code> generates the types of all calls from the API description. Save each file under its name
          and run it in the same terminal with Node.js 22.18 or newer: <code>node set-stock.ts</code>.
        </p>
      </>
    ),
    files: { curl: ['start.sh'], TypeScript: ['start.sh', 'generate.sh', 'shop.ts'] },
  },
  {
    id: 'set-stock',
    title: 'Set stock by SKU',
    text: (
      <p>
        Sets up to 10,000 products in one call, with a result for each row named by SKU: the second one here doesn't exist. More than 200
        rows run as a job, which you read with <code>GET /api/products/bulk/{'{job}'}</code>. Units that were sold since{' '}
        <code>countedAt</code> stay sold. <code>POST /api/products/bulk/prices</code> sets prices the same way, with <code>priceUSD</code>{' '}
        and <code>priceEUR</code>.
      </p>
    ),
    files: { curl: ['set-stock.sh'], TypeScript: ['set-stock.ts'] },
  },
  {
    id: 'read-orders',
    title: 'Read new orders',
    text: (
      <p>
        Reads the orders that changed since a time, and those of the hour before it, then each one with its lines, SKUs and delivery
        address. One call returns up to 100. To read on, and only what is new the next time, follow the cursor as in the{' '}
        <a href="#first-sync">first sync</a>.
      </p>
    ),
    files: { curl: ['read-orders.sh'], TypeScript: ['read-orders.ts'] },
  },
  {
    id: 'add-tracking',
    title: 'Add tracking',
    text: (
      <p>
        Ships everything that is left of an order and emails the tracking number to the buyer, once. <code>choose-order.sh</code> takes the
        first order that is ready to ship; in a live shop, set <code>ORDER</code> to the ID of yours. Add <code>lines</code> to send an
        order in several parcels.
      </p>
    ),
    files: { curl: ['choose-order.sh', 'add-tracking.sh'], TypeScript: ['choose-order.sh', 'add-tracking.ts'] },
  },
  {
    id: 'verify-webhook',
    title: 'Verify a webhook',
    text: (
      <>
        <p>
          A webhook sends events such as <code>order.placed</code> to your system. Owners add one under{' '}
          <Link to="/business/webhooks">Webhooks</Link> in the settings of their business. Tokens can't change settings, so this recipe
          signs in with the password of an owner: it adds a webhook, starts a receiver, sends a test, prints <code>verified</code> and the
          event, and removes both again.
        </p>
        <p>
          Its receiver runs on your computer and needs Node.js 20 or newer, in curl too. Adding a webhook needs a sign-in of the last five
          minutes: if the answer is 403 <code>step_up_required</code>, paste <code>sign-in.sh</code> again, then the rest.
        </p>
        <p>
          A live shop sends to public https addresses only: first set <code>RECEIVER</code> to one that a tunnel or proxy leads to port 4436
          of your computer. A demo on the same computer reaches the receiver if it was started with{' '}
          <code>WEBHOOK_PRIVATE_HOSTS=localhost</code>.
        </p>
        <p>If your sign-in has a second step, curl can&#39;t sign in for you. Do this instead, also to keep a webhook:</p>
        <ol className="page-list max-w-text grid gap-1.5 pl-[1.6em] list-decimal">
          <li>
            Add it under <Link to="/business/webhooks">Webhooks</Link> of your business or, as staff, under{' '}
            <Link to="/admin/webhooks">Webhooks</Link> of the back office, with the address in <code>RECEIVER</code>; in a demo with{' '}
            <code>http://localhost:4436/</code>.
          </li>
          <li>
            Paste <code>receiver.sh</code>, or save <code>receiver.ts</code>.
          </li>
          <li>
            Run <code>export SECRET=whsec_…</code> with the secret that the screen shows, then <code>node receiver.mjs</code> or{' '}
            <code>node receiver.ts</code>.
          </li>
          <li>
            Choose <b>Send test</b> on the screen. The terminal prints <code>verified</code> and the event.
          </li>
        </ol>
        <p>
          Messages are signed as{' '}
          <a href="https://www.standardwebhooks.com" rel="noopener noreferrer">
            Standard Webhooks
          </a>{' '}
          describes, so its libraries verify them too.
        </p>
        <p>
          The body is <code>{'{"type", "timestamp", "businessId", "data"}'}</code>; <code>data</code> is the order, return, product or
          payout as the API returns it now. Of a deleted product, it is only <code>{'{"id", "status": "Deleted"}'}</code>. Answer with a
          status from 200 to 299 within 15 seconds, or there are up to nine more attempts over three days (none of a test). Messages may
          repeat and come in any order: skip a <code>webhook-id</code> that you have handled.
        </p>
        <dl className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
          {EVENTS.map(([event, text]) => (
            <Fragment key={event}>
              <dt>
                <code>{event}</code>
              </dt>
              <dd className="max-sm:pb-2 text-ink-2">{text}</dd>
            </Fragment>
          ))}
        </dl>
      </>
    ),
    files: { curl: ['sign-in.sh', 'receiver.sh', 'verify-webhook.sh'], TypeScript: ['sign-in.sh', 'receiver.ts', 'verify-webhook.ts'] },
  },
  {
    id: 'first-sync',
    title: 'First sync',
    text: (
      <>
        <p>
          Reads every product, then only what changed: run it again whenever you like. Each answer has a cursor for the next call in{' '}
          <code>X-Next-Cursor</code>, and a <code>Link</code> header if there is more to read now. No change is left out, whatever is
          written meanwhile. A deleted product comes once more, as a whole product with the status <code>Deleted</code>. An{' '}
          <code>updatedSince</code> of your own also returns what changed in the hour before it.
        </p>
        <p>
          Orders work the same with <code>/api/business/orders</code>. A cursor is valid for 60 days, and not after the shop was restored
          from a backup: the answer is 410 <code>cursor_outdated</code> then. Delete <code>cursor.txt</code> and read everything again.
        </p>
      </>
    ),
    files: { curl: ['first-sync.sh'], TypeScript: ['first-sync.ts'] },
  },
]
