import { expect, test } from 'vitest'
import { columnsOption, guessColumns } from './guess-columns.ts'

const HEADINGS: Record<string, readonly string[]> = {
  partNumber: [
    'partNumber',
    'Part Number',
    'Part #',
    'Part#',
    'PART_NO',
    'Part No.',
    'P/N',
    'MPN',
    'Mfr Part #',
    'Mfg. Part No',
    'Manufacturer Part Number',
    'OEM Part Number',
    'SKU',
    'Variant SKU',
    'Item SKU',
    'Item #',
    'Item No.',
    'Item Number',
    'Item',
    'Product Code',
    'Stock Code',
    'Catalog Number',
  ],
  name: ['Name', 'Title', 'Product Name', 'Part Name', 'Item Title', 'Short Description', 'Product'],
  brand: [
    'Brand',
    'BRAND NAME',
    'Manufacturer',
    'Mfr',
    'Mfr.',
    'Mfg',
    'Vendor',
    'Product Brand',
    'BrandLabel',
  ],
  category: [
    'Category',
    'Categories',
    'Product Category',
    'Type',
    'Product Type',
    'Part Terminology',
    'Department',
  ],
  about: [
    'About',
    'Description',
    'Body (HTML)',
    'Body HTML',
    'Product Description',
    'Long Description',
    'Marketing Description',
    'DESC',
    'Details',
  ],
  price: [
    'Price',
    'List Price',
    'List Price (USD)',
    'Regular price',
    'Retail Price',
    'Retail',
    'MSRP',
    'MSRP ($)',
    'Unit Price',
    'Price USD',
    'Variant Price',
    'Selling-Price',
    'price_each',
  ],
  available: [
    'Available',
    'Qty',
    'QTY.',
    'Quantity',
    'Stock',
    'Qty on Hand',
    'On Hand',
    'QOH',
    'Stock Qty',
    'Stock Level',
    'Inventory',
    'Variant Inventory Qty',
    'Quantity Available',
    'Qty Available',
  ],
  minOrder: ['minOrder', 'Min Order', 'Min. Order Qty', 'Minimum Order Quantity', 'MOQ', 'Min Qty'],
  picture: [
    'Picture',
    'Image',
    'Images',
    'Image Src',
    'Image URL',
    'Image Link',
    'image_link',
    'Photo',
    'Variant Image',
    'Main Image',
    'Product Image',
  ],
  condition: ['Condition', 'Item Condition', 'Product Condition'],
  gtin: ['GTIN', 'UPC', 'UPC Code', 'EAN', 'Barcode', 'Variant Barcode', 'Bar Code', 'GTIN-13', 'Item UPC'],
  oeNumbers: ['oeNumbers', 'OE Number', 'OE Numbers', 'OE #', 'OEM Number', 'OEM No.', 'OE Part Number'],
  otherNumbers: ['otherNumbers', 'Interchange', 'Interchange #', 'Cross Reference', 'Competitor Part No'],
  weight: ['Weight', 'Weight (lbs)', 'Weight, lb', 'Shipping Weight', 'Item Weight'],
  oversize: ['Oversize', 'Oversized?'],
  dangerous: ['Dangerous', 'Hazmat', 'Hazardous Material', 'Dangerous Goods'],
  coreDeposit: ['coreDeposit', 'Core Charge', 'Core Price'],
  taxed: ['Taxed', 'Variant Taxable'],
  returnable: ['Returnable'],
  bin: ['Bin', 'Bin Location', 'Bin #'],
  oldNumbers: ['oldNumbers', 'Supersedes', 'Old Part Number', 'Superseded Part #', 'Previous Part Number'],
}

test.each(Object.entries(HEADINGS).flatMap(([column, all]) => all.map((heading) => [heading, column])))(
  '%s is read as %s',
  (heading, column) => {
    expect(guessColumns([heading])).toEqual([{ column }])
  },
)

test.each([
  'Cost',
  'Cost per item',
  'Sale price',
  'Compare At Price',
  'Dealer Price',
  'In stock?',
  'Availability',
  'Make',
  'Model',
  'Year',
  'Weight (kg)',
  'Weight [g]',
  'Variant Grams',
  'Handle',
  'Tags',
  'Published',
  'ID',
  'Reason',
  '',
  'constructor',
  '__proto__',
  'OEM',
  'Superseded by',
  'Replaced by',
])('%j is not guessed', (heading) => {
  expect(guessColumns([heading])).toEqual([{ column: null }])
})

/** The headings that are read, each with its column; "?" after one that is left out as unsure. */
function readAs(headings: string): string[] {
  const all = headings.split(',')
  return guessColumns(all).flatMap(({ column, unsure }, at) =>
    column ? [`${all[at]}=${column}`] : unsure ? [`${all[at]}=${unsure}?`] : [],
  )
}

test.each([
  [
    'Shopify',
    'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Variant Image,Cost per item,Status',
    'Title=name,Body (HTML)=about,Vendor=brand,Type=category,Variant SKU=partNumber,Variant Inventory Qty=available,Variant Price=price,Image Src=picture,Variant Image=picture?',
  ],
  [
    'WooCommerce',
    'ID,Type,SKU,Name,Published,Short description,Description,In stock?,Stock,Sale price,Regular price,Categories,Images',
    'Type=category?,SKU=partNumber,Name=name,Short description=name?,Description=about,Stock=available,Regular price=price,Categories=category,Images=picture',
  ],
  [
    'a supplier',
    'Line,Item,Mfr,Description,List Price,Jobber,Qty,UPC',
    'Item=partNumber,Mfr=brand,Description=about,List Price=price,Qty=available,UPC=gtin',
  ],
  [
    'a supplier with two texts',
    'Part #,Description,Long Description,Retail,MSRP',
    'Part #=partNumber,Description=name,Long Description=about,Retail=price?,MSRP=price',
  ],
])('The headings of %s: each column has at most one', (_, headings, expected) => {
  expect(readAs(headings).join(',')).toBe(expected)
})

test('Of two headings that mean the same, none is read', () => {
  expect(readAs('Qty,Quantity,Part #')).toEqual([
    'Qty=available?',
    'Quantity=available?',
    'Part #=partNumber',
  ])
})

test.each([
  ['Part #,Replaces', ['Part #=partNumber', 'Replaces=oldNumbers?']],
  ['Part #,OEM Part Number', ['Part #=partNumber', 'OEM Part Number=oeNumbers']],
  ['OE Number,OEM No', ['OE Number=oeNumbers', 'OEM No=oeNumbers?']],
  ['OE Number,OE #', ['OE Number=oeNumbers?', 'OE #=oeNumbers?']],
])('The replaced numbers of %s are read where they are clear', (headings, expected) => {
  expect(readAs(headings)).toEqual(expected)
})

test('A column that is known is not guessed', () => {
  expect(guessColumns(['MSRP'], (column) => column !== 'price')).toEqual([{ column: null, unsure: 'price' }])
})

test('The command line suggests what would be guessed', () => {
  const headings = [
    { heading: 'SKU', column: null },
    { heading: 'price', column: 'price' as const },
    { heading: 'MSRP', column: null },
    { heading: 'Qty', column: null },
    { heading: 'Color', column: null },
  ]
  expect(columnsOption(headings)).toBe('SKU=partNumber,Qty=available')
})

test('A long heading takes no time', () => {
  expect(guessColumns(['('.repeat(1_000_000), 'a '.repeat(500_000)])).toEqual([
    { column: null },
    { column: null },
  ])
})
