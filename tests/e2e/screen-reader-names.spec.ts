import { visit } from './support/hydration.ts'
import { placeOrder, addProduct } from './support/products.ts'
import { expect, test } from './support/test.ts'
import { demoAdmin, logIn, addUser } from './support/users.ts'

// The accessibility tree of the main screens: roles and names, in order.

test('The home page has landmarks, regions and articles with their names', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - link "Driveline, home page":
        - img "Driveline"
      - link "Add your vehicle"
      - search "All parts":
        - searchbox "Find a part"
      - link "Log in"
      - link "Cart"
      - 'button "Theme: system"'
      - navigation "Main":
        - link "Home"
        - link "Parts"
        - link "Contact Us"
        - link "Blogs"
        - link "My Portfolio"
  `)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - region "Welcome To Driveline":
        - heading "Welcome To Driveline" [level=1]
        - heading "Select Your Vehicle" [level=2]
        - combobox "Make"
        - combobox "Year" [disabled]
        - combobox "Model" [disabled]
        - combobox "Engine Model" [disabled]
        - button "Find My Parts"
      - region "Shop By Category":
        - heading "Shop By Category" [level=2]
        - link "All categories"
        - list:
          - listitem:
            - link /Brakes \\d+ parts/
      - region "Our Products":
        - heading "Our Products" [level=2]
        - list:
          - listitem:
            - article:
              - heading /\\w+/ [level=3]:
                - link /\\w+/
              - paragraph: /per (piece|set of 4|kit)/
              - paragraph: /Minimum order/
              - link "Place Order"
      - region "Brands We Trust":
        - group "Brands":
          - region "Brands, scrolls sideways":
            - group "1 of 12":
              - link "Ironvale":
                - img "Ironvale"
      - region "Three decades, counted":
        - term: Countries
        - definition: 72+
      - region "What Our Customers Are Saying":
        - group "Customer reviews":
          - region "Customer reviews, scrolls sideways":
            - group /1 of \\d+/:
              - figure /\\w+/:
                - img /Rated \\d out of 5/
                - blockquote
  `)
})

test('The login form’s errors are tied to their fields', async ({ page }) => {
  await visit(page, '/login')
  const main = page.getByRole('main')
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Log in" [level=1]
      - textbox "Email"
      - textbox "Password"
      - button "Show"
      - button "Log in"
      - button "Forgot Password"
      - link "Need an account? Sign up"
      - button "Continue With Google" [disabled]
  `)
  await main.getByLabel('Email').fill('')
  await main.getByLabel('Password', { exact: true }).fill('')
  await main.getByRole('button', { name: 'Log in', exact: true }).click()
  const email = main.getByRole('textbox', { name: 'Email' })
  await expect(email).toHaveAccessibleDescription(/Email is required/)
  await expect(email).toBeFocused()
  await expect(main.getByRole('textbox', { name: 'Password' })).toHaveAccessibleDescription(
    /Password is required/,
  )
})

test('An order and its payment have accessible names', async ({ page, store }) => {
  const account = await addUser(store, 'Ines Castell')
  const product = await addProduct(store, { price: 10, minOrder: 2 })
  await logIn(page, account, `/purchase-product/${product.id}`)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - region "The part":
        - heading "${product.name}" [level=1]
        - paragraph: $10.00 per piece
        - img "${product.name}"
        - term: Available quantity
        - definition: 100 pieces
        - term: Minimum order
        - definition: 2 pieces
      - heading "Order this part" [level=2]
      - 'button "One less: Quantity" [disabled]'
      - spinbutton "Quantity": "2"
      - 'button "One more: Quantity"'
      - textbox "Name": Ines Castell
      - textbox "Email": ${account.email}
      - textbox "Address"
      - textbox "Phone"
      - paragraph:
        - status "Total": $20.00
      - button "Order Now"
  `)
  const id = await placeOrder(store, account, product, 2)
  await page.goto('/dashboard/myOrders')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - navigation "Dashboard":
        - list:
          - listitem:
            - link "Overview"
          - listitem:
            - link "My Profile"
          - listitem:
            - link "Addresses"
          - listitem:
            - link "My Orders"
          - listitem:
            - link "Add A Review"
      - heading "My Orders" [level=1]
      - list "Your orders":
        - listitem:
          - article "${product.name}":
            - heading "${product.name}" [level=2]
            - text: Unpaid
            - paragraph: /DL-\\d+ · 2 pieces × \\$10\\.00/
            - paragraph: "Total: $20.00"
            - link "Pay"
            - button "Delete"
  `)
  await expect(page.getByRole('link', { name: 'Pay' })).toHaveAccessibleDescription(product.name)
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveAccessibleDescription(product.name)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toHaveAccessibleName('Delete this order?')
  await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription(
    `Are you sure? you want to delete ${product.name} from your order!!`,
  )
  await page.goto(`/dashboard/payment/${id}`)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Payment" [level=1]
      - heading "Pay by card" [level=2]
      - textbox "Card number"
      - textbox "Expiry date"
      - textbox "CVC"
      - button "Pay $20.00"
      - region "Your order":
        - heading "Your order" [level=2]
        - term: Total
        - definition: $20.00
  `)
})

test('An admin list is a table with named filters and row controls', async ({ page, store }) => {
  const product = await addProduct(store, { price: 10, minOrder: 2, available: 40 })
  await logIn(page, demoAdmin, `/dashboard/manageProducts?q=${encodeURIComponent(product.name)}`)
  const list = `
    - main:
      - heading "Manage All Products" [level=1]
      - link "Add A Product"
      - search:
        - searchbox "Search products": ${product.name}
      - group "Filter products by stock":
        - button "All 1" [pressed]
        - button "In stock 1"
      - table "Products":
        - rowgroup:
          - row:
            - columnheader "Product"
            - columnheader "Brand, category"
            - columnheader "Price"
            - columnheader "Available"
            - columnheader "Minimum"
            - columnheader "Stock"
            - columnheader "Actions"
        - rowgroup:
          - row:
            - cell "Select ${product.name}":
              - checkbox "Select ${product.name}"
            - rowheader "${product.name}"
            - cell "$10.00"
            - cell "40"
            - cell "2"
            - cell "In stock"
            - cell:
              - link "Edit ${product.name}"
              - button "Restock ${product.name}"
              - button "More for ${product.name}"
  `
  await expect(page.getByRole('main')).toMatchAriaSnapshot(list)
  // Cards visually, the same table in the accessibility tree.
  await page.setViewportSize({ width: 360, height: 900 })
  await expect(page.getByRole('main')).toMatchAriaSnapshot(list)
})
