import type { ShopTerms } from '#content/shop-terms.ts'
import type { PageSection, Policy } from '#content/written-page.ts'
import { ADVISED_DAYS as ADVISED, RETENTION_DAYS as DAYS, formatDays, MONEY_AUDIT_YEARS } from '#domain/retention.ts'
import { pluralize } from '#domain/text.ts'

/** Which personal data the shop stores, why and for how long. */
export function privacyPolicy(shop: ShopTerms): Policy {
  return {
    path: '/privacy-policy',
    title: 'Privacy policy',
    description: `What ${shop.name} keeps about you, why, for how long, and how you get it or have it deleted.`,
    lead: 'We keep what an order needs, and little else. No cookies, no advertising, no measuring of what you look at.',
    version: '1.5',
    date: '2026-11-27',
    sections: [responsible(shop), ...kept(shop), inBrowser, mails, others(shop), howLong(shop), deleting, rights(shop), security, changes],
  }
}

const responsible = ({ name, contact: { email, phone, street, city, country } }: ShopTerms): PageSection => ({
  id: 'responsible',
  title: 'Who is responsible',
  blocks: [`${name}, ${street}, ${city}, ${country}. Write to ${email} or call ${phone} about anything on this page.`],
})

const kept = ({ cardPayment }: ShopTerms): PageSection[] => [
  {
    id: 'visiting',
    title: 'When you look around',
    blocks: [
      'You can read every public page without telling us who you are. To limit how often a call may be made we count by the address of your connection, in the memory of the server or by a hash of it, from which nobody can read it, for at most a day. The log of the server has the page, the time and your network without its last part; a first order with Pay Later keeps the network longer, see below.',
    ],
  },
  {
    id: 'account',
    title: 'When you have an account',
    blocks: [
      'We keep your name, your email address, your role and a hash of your password, from which nobody can read the password. For every device that you sign in with we keep when and how that was, the first half of the network, when it was last used and how its browser names itself, so that you recognize it in the list of your devices and can end it. Addresses that you save stay until you remove them.',
      'If you turn on two-factor sign-in, we keep what it needs: the secret of the app, encrypted; of a passkey its name, its public key and when it was last used; of recovery codes a hash. Your fingerprint or face never leaves your device.',
      'Your cart, the promo code in it and the way of shipping are kept with your account. That is why the cart needs one.',
    ],
  },
  {
    id: 'ordering',
    title: 'When you order',
    blocks: [
      'The order holds what you typed at the checkout: name, email, address, phone and, where you gave them, company, VAT number, reference and delivery notes, with the goods, prices and every later change of its status. We need it to deliver, and bookkeeping law makes us keep it.',
      'With an order that you pay later, as long as we have no paid order of yours or no confirmed email address, we keep the network of your connection (an IPv4 address, or the first half of an IPv6 address) for at most two days, so that nobody empties the shelves with many new accounts.',
      cardPayment.configured
        ? 'When you pay by card, the card is handled by Stripe: its number goes from your browser to Stripe and never to us. We keep the payment’s reference, amount and state.'
        : 'This shop takes no cards at the moment. If it does one day, card numbers will go from your browser to the payment provider and not to us.',
    ],
  },
  {
    id: 'writing',
    title: 'When you write to us or subscribe',
    blocks: [
      'A message from the contact form is kept with your name, email address and what else you typed, so that we can answer. For the newsletter we keep your address, the words you agreed to and when you confirmed them by the link in our email; without that click you get nothing. Every newsletter has a link that ends it.',
      'A result of the impact calculator that you choose to share is kept under a random address, with the numbers you typed and without your name. Whoever has the address can read it.',
    ],
  },
]

const inBrowser: PageSection = {
  id: 'browser',
  title: 'What is kept in your browser',
  blocks: [
    'This shop sets no cookies. Its pages keep a few notes in the storage of your browser, all for the shop itself:',
    {
      list: [
        'auth_token: the token that keeps you signed in. It goes when you sign out.',
        'The country and the kind of buyer that you chose under Ship to. They stay until you choose others or clear the storage.',
        'The chosen currency, and a copy of your cart so that it shows at once. The copy goes when you sign out.',
        'What you looked for last, at most six searches. They go when you sign out, or when you clear them.',
        'Products that you chose to compare, until you take them out.',
        'A product that you wanted to add before signing in, until you have signed in.',
        'What you typed at the checkout, until the order is placed or the tab is closed.',
        'What you typed in a form and have not sent or saved, until you do or discard it. It goes when you sign out.',
        'How far down you had read a page, so that going back leads there, until the tab is closed.',
      ],
    },
  ],
}

const mails: PageSection = {
  id: 'mails',
  title: 'Emails that we send',
  blocks: [
    'Emails about what you do here: confirming your address, a new password, your order and what happens to it, answers to messages. They show pictures of what you ordered, contain no hidden images and do not tell us whether you opened them. Advertising comes only as the newsletter, if you subscribed.',
  ],
}

function stripeItems(isConfigured: boolean, { basis, provider }: ShopTerms['taxes']): string[] {
  if (!isConfigured) return []
  if (basis === 'legacy' || provider === 'own') return ['Stripe, when you pay by card, and only from the checkout on.']
  return [
    'Stripe, which calculates the taxes of carts and orders. As soon as a cart knows where it goes, Stripe gets country, state and postal code, your VAT ID if you gave one, whether you are exempt, and the amounts of the products; not your name, your street or your email address.',
    'Stripe, when you pay by card; for the payment only from the checkout on.',
  ]
}

const others = ({ cardPayment, taxes }: ShopTerms): PageSection => ({
  id: 'others',
  title: 'Who else sees something',
  blocks: [
    {
      list: [
        'The producer who sends a part of your order sees the lines of that part, your name and the address it goes to. It sees your phone number only if that part ships as freight, because the carrier calls you before it delivers.',
        'The carrier gets your name and address, and for freight your phone number.',
        ...stripeItems(cardPayment.configured, taxes),
        'The register of VAT IDs of the European Commission (VIES), when your VAT ID is checked. It gets the VAT ID and nothing else about you.',
        'A map service, on the contact page, and only once you click to load the map. Before that click no page contacts anybody but us.',
      ],
    },
    'We sell no data, and nobody else gets any unless a law or a court orders it.',
  ],
})

const howLong = ({ retention }: ShopTerms): PageSection => ({
  id: 'how-long',
  title: 'How long we keep it',
  blocks: [
    {
      table: {
        caption: 'How long things are kept',
        head: ['What', 'How long'],
        rows: [
          ['Sign-in of a device', 'Until you sign out; 7 days without use and 30 days at most, for our staff less'],
          ['Link for a new password', '30 minutes, and it works once'],
          ['Log of requests, with a part of the network only', formatDays(ADVISED.accessLog)],
          [
            'Account',
            `Until you delete it. One without an order that nobody has signed in to for ${formatDays(DAYS.inactiveAccount)} is deleted, with an email ${formatDays(DAYS.inactiveNotice)} before`,
          ],
          ['Cart', `Until it is empty; ${formatDays(DAYS.cart)} if nobody uses it`],
          [
            'Orders, invoices and payments',
            `${pluralize(retention.orderYears, 'year')}; after that what you typed goes, as when you delete your account`,
          ],
          ['Pictures of a return', `${formatDays(DAYS.returnPhoto)} after the return is closed`],
          [
            'Withdrawals from a contract',
            `With their order; without one ${formatDays(DAYS.withdrawal)}, and ${formatDays(DAYS.unconfirmedWithdrawal)} if you never confirm it`,
          ],
          [
            'Reports about our pages',
            `${formatDays(DAYS.notice)} after the decision; without your name and email once you delete your account`,
          ],
          ['Tax certificates', 'Until you delete your account, with their files'],
          ['Check of a VAT ID', `As long as an address of yours has the VAT ID; else ${formatDays(DAYS.vatCheck)}`],
          ['Network of a new buyer’s order with Pay Later', 'At most two days'],
          ['Emails that we sent you', `${formatDays(DAYS.email)}; ${formatDays(DAYS.unsentEmail)} if they could not be sent`],
          ['Notifications in your account', formatDays(DAYS.notification)],
          ['Messages', `${formatDays(DAYS.message)} after the last answer; ask us to delete them earlier`],
          [
            'Newsletter address',
            `Until you unsubscribe or ask us to delete it; ${formatDays(DAYS.unconfirmedSubscriber)} if you never confirm it. After you unsubscribe a hash of it stays for ${formatDays(DAYS.formerSubscriber)}, so that we can show that you did`,
          ],
          ['Results of the impact calculator', `${formatDays(DAYS.result)}, unless you are signed in or send one with a message`],
          ['Searches that found nothing', `Counted without who searched, for ${formatDays(DAYS.zeroResultSearch)}`],
          ['Numbers of searches a day', `Counted without their words and without who searched, for ${formatDays(DAYS.searchDay)}`],
          ['Results that searches led to', `Counted by day and search, without who searched, for ${formatDays(DAYS.searchClick)}`],
          [
            'Record of what people did with the shop’s data',
            `${pluralize(retention.auditYears, 'year')}; about money and roles ${pluralize(MONEY_AUDIT_YEARS, 'year')}`,
          ],
          ['Backups', `${formatDays(ADVISED.backup)}; accounts that were deleted since are deleted again if one is restored`],
        ],
      },
    },
  ],
})

const deleting: PageSection = {
  id: 'deleting',
  title: 'When you delete your account',
  blocks: [
    'Your password, sign-ins, saved addresses, cart, messages and emails go at once, and with a confirmed address the newsletter entry too. Orders stay, because books and invoices have to be kept: of what you typed they keep your name, company, VAT number, reference and address; email, phone and notes go. An order that was canceled and never paid keeps none of it but the country. The record of what staff did keeps its old entries.',
  ],
}

const rights = ({ contact: { email } }: ShopTerms): PageSection => ({
  id: 'rights',
  title: 'What you can ask for',
  blocks: [
    `In My Account you can see and correct your data, end the sign-ins of other devices, get a copy of everything and delete the account. For all else write to ${email}: you may ask what we keep, have it corrected, restricted or deleted, take it elsewhere, and object. You may also complain to the authority for data protection where you live.`,
    {
      links: [
        { to: '/account', label: 'My Account' },
        { to: '/contact', label: 'Contact us' },
      ],
    },
  ],
})

const security: PageSection = {
  id: 'security',
  title: 'How it is protected',
  blocks: [
    'Passwords and sign-in tokens are stored as hashes only. Each call is checked on the server for who asks and whether they may; a producer cannot read the orders of another. What staff change is written down with who, what and when.',
  ],
}

const changes: PageSection = {
  id: 'changes',
  title: 'Changes of this page',
  blocks: ['When what the shop does changes, this page changes with it and gets a new version and date. The date is at the top.'],
}
