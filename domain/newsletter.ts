/** Consent that subscribers give, stored with each subscription. */
export const NEWSLETTER_CONSENT = 'You agree to get our newsletter by email. Every issue has a link that ends it.'
