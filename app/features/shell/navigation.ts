/** The links of the head, with the specification's labels (S39). */
export const NAVIGATION = [
  { to: '/materials', label: 'Packaging' },
  { to: '/producers', label: 'Producers' },
  { to: '/products', label: 'Repurposing' },
] as const
