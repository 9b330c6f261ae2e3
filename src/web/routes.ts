import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

// The screens of specification section 2: the table of contents of the pages.
export default [
  layout('routes/error/error-guard.tsx', [
    index('routes/home/home.tsx'),
    route('login', 'routes/login/login.tsx'),
    route('signup', 'routes/sign-up/sign-up.tsx'),
    route('reset-password', 'routes/reset-password/reset-password.tsx'),
    route('blogs', 'routes/blogs/blogs.tsx'),
    route('blogs/:slug', 'routes/blogs/article-page.tsx'),
    route('myPortfolio', 'routes/my-portfolio/my-portfolio.tsx'),
    route('contactUs', 'routes/contact-us/contact-us.tsx'),
    route('customerReviews', 'routes/customer-reviews/customer-reviews.tsx'),
    route('parts', 'routes/parts/parts.tsx'),
    route('purchase-product/:id', 'routes/purchase-product/purchase-product.tsx'),
    route('dashboard', 'routes/dashboard/dashboard.tsx', [
      index('routes/dashboard/overview/overview.tsx'),
      route('myProfile', 'routes/my-profile/my-profile.tsx'),
      route('myOrders', 'routes/my-orders/my-orders.tsx'),
      route('payment/:orderId', 'routes/payment/payment.tsx'),
      route('addReview', 'routes/add-review/add-review.tsx'),
      route('addProduct', 'routes/add-product/add-product.tsx'),
      route('manageProducts', 'routes/manage-products/manage-products.tsx'),
      route('manageProducts/:id', 'routes/manage-products/edit-product.tsx'),
      route('manageAllOrders', 'routes/manage-all-orders/manage-all-orders.tsx'),
      route('manageReviews', 'routes/manage-reviews/manage-reviews.tsx'),
      route('makeAdmin', 'routes/make-admin/make-admin.tsx'),
      route('audit', 'routes/audit/audit.tsx'),
    ]),
    route('docs', 'routes/api-reference/api-reference.tsx'),
    route('dev/ui', '../demo/dev-ui/dev-ui.tsx'),
    route('*', 'routes/not-found/not-found.tsx'),
  ]),
  route('robots.txt', 'routes/robots.ts'),
  route('sitemap.xml', 'routes/sitemap.ts'),
  route('site.webmanifest', 'routes/manifest.ts'),
] satisfies RouteConfig
