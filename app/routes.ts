import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

/* URL -> screen, in the order of the specifications' route tables. */
export default [
  layout('screens/storefront/layout.tsx', [
    index('screens/storefront/home.tsx'),
    route('materials', 'screens/storefront/materials.tsx'),
    route('packaging', 'screens/storefront/materials.tsx', { id: 'packaging' }),
    route('producers', 'screens/storefront/producers.tsx'),
    route('products', 'screens/storefront/products.tsx'),
    route('products/:slug', 'screens/storefront/product.tsx'),
    route('blog', 'screens/storefront/blog.tsx'),
    route('blog/:slug', 'screens/storefront/article.tsx'),
    route('cart', 'screens/storefront/cart.tsx'),
    route('checkout', 'screens/storefront/checkout.tsx'),
    route('order-confirmation', 'screens/storefront/order-confirmation.tsx'),
    route('contact', 'screens/storefront/contact.tsx'),
    route('custom-solutions', 'screens/storefront/custom-solutions.tsx'),
    route('support', 'screens/storefront/support.tsx'),
    route('newsletter/confirm', 'screens/storefront/newsletter-confirm.tsx'),
    route('newsletter/unsubscribe', 'screens/storefront/newsletter-unsubscribe.tsx'),
    route('login', 'screens/storefront/login.tsx'),
    route('register', 'screens/storefront/register.tsx'),
    route('reset-password', 'screens/storefront/reset-password.tsx'),
    route('business/register', 'screens/storefront/register-business.tsx'),
    route('account', 'screens/storefront/account.tsx'),
    route('account/orders', 'screens/storefront/orders.tsx'),
    route('account/orders/:id', 'screens/storefront/order.tsx'),
    route('*', 'screens/storefront/not-found.tsx'),
  ]),
  ...prefix('admin', [
    layout('screens/admin/layout.tsx', [
      index('screens/admin/dashboard.tsx'),
      route('orders', 'screens/admin/orders.tsx'),
      route('orders/:id', 'screens/admin/order.tsx'),
    ]),
  ]),
  ...prefix('super-admin', [layout('screens/super-admin/layout.tsx', [route('dashboard', 'screens/super-admin/dashboard.tsx')])]),
  ...prefix('business', [
    layout('screens/business/layout.tsx', [
      route('dashboard', 'screens/business/dashboard.tsx'),
      route('profile', 'screens/business/profile.tsx'),
    ]),
  ]),
] satisfies RouteConfig
