import type { AccessTokensTable, AccountsTable, IdempotencyKeysTable } from './accounts.ts'
import type { AddressesTable } from './addresses.ts'
import type { AuditEntriesTable, ReconciliationsTable } from './audit.ts'
import type { CartLinesTable, CartsTable } from './cart.ts'
import type { ContactMessagesTable } from './contact.ts'
import type { StoreSettingsTable } from './content.ts'
import type {
  DeliveryAreasTable,
  DeliveryMethodsTable,
  DeliveryPricesTable,
  DeliverySettingsTable,
  DeliveryTermsTable,
  DeliveryZonesTable,
} from './delivery.ts'
import type {
  CoreMovementsTable,
  DocumentLinesTable,
  DocumentNumbersTable,
  DocumentsTable,
} from './documents.ts'
import type { GarageVehiclesTable } from './garage.ts'
import type { HeartbeatTable } from './heartbeat.ts'
import type { ImportChangesTable, ImportFilesTable, ImportsTable, InformationNotesTable } from './imports.ts'
import type { LeasesTable } from './leases.ts'
import type { DeadLettersTable, OrderMailPositionTable, OrderMailsTable } from './mails.ts'
import type {
  OrderNotesTable,
  OrdersTable,
  PurchasesTable,
  ShipmentLinesTable,
  ShipmentsTable,
} from './orders.ts'
import type { PaymentDeclinesTable, PaymentsTable, ProviderAccountTable } from './payments.ts'
import type {
  ImagesTable,
  ListingSlugsTable,
  PictureUploadsTable,
  ProductSlugsTable,
  ProductsTable,
  SpecificationFieldsTable,
  StockMovementsTable,
} from './products.ts'
import type { RefundsTable } from './refunds.ts'
import type { FitmentFlagsTable, ReturnLinesTable, ReturnsTable } from './returns.ts'
import type { ReviewsTable } from './reviews.ts'
import type { SalesSettingsTable } from './sales-settings.ts'
import type { SalesTable } from './sales.ts'
import type {
  IgnoredSearchesTable,
  MissedSearchesTable,
  PartNumbersTable,
  ProductCountsTable,
  ProductSearchTable,
  SearchSynonymsTable,
  SearchWordsTable,
} from './search.ts'
import type { StaffInvitationsTable } from './staff.ts'
import type { TaxRegionsTable } from './tax.ts'
import type { FitmentsTable, VehiclesTable } from './vehicles.ts'

/** The store's tables by name; schema.test.ts compares them with the migrations. */
export type Tables = {
  accounts: AccountsTable
  access_tokens: AccessTokensTable
  idempotency_keys: IdempotencyKeysTable
  products: ProductsTable
  specification_fields: SpecificationFieldsTable
  listing_slugs: ListingSlugsTable
  product_slugs: ProductSlugsTable
  stock_movements: StockMovementsTable
  images: ImagesTable
  picture_uploads: PictureUploadsTable
  orders: OrdersTable
  purchases: PurchasesTable
  order_notes: OrderNotesTable
  shipments: ShipmentsTable
  shipment_lines: ShipmentLinesTable
  returns: ReturnsTable
  return_lines: ReturnLinesTable
  fitment_flags: FitmentFlagsTable
  documents: DocumentsTable
  document_lines: DocumentLinesTable
  document_numbers: DocumentNumbersTable
  core_movements: CoreMovementsTable
  payments: PaymentsTable
  refunds: RefundsTable
  sales: SalesTable
  payment_declines: PaymentDeclinesTable
  provider_account: ProviderAccountTable
  reviews: ReviewsTable
  audit_entries: AuditEntriesTable
  reconciliations: ReconciliationsTable
  heartbeat: HeartbeatTable
  leases: LeasesTable
  contact_messages: ContactMessagesTable
  store_settings: StoreSettingsTable
  sales_settings: SalesSettingsTable
  tax_regions: TaxRegionsTable
  staff_invitations: StaffInvitationsTable
  order_mails: OrderMailsTable
  order_mail_position: OrderMailPositionTable
  dead_letters: DeadLettersTable
  vehicles: VehiclesTable
  fitments: FitmentsTable
  garage_vehicles: GarageVehiclesTable
  addresses: AddressesTable
  delivery_settings: DeliverySettingsTable
  delivery_methods: DeliveryMethodsTable
  delivery_zones: DeliveryZonesTable
  delivery_areas: DeliveryAreasTable
  delivery_prices: DeliveryPricesTable
  delivery_terms: DeliveryTermsTable
  carts: CartsTable
  cart_lines: CartLinesTable
  part_numbers: PartNumbersTable
  product_search: ProductSearchTable
  product_counts: ProductCountsTable
  search_words: SearchWordsTable
  search_synonyms: SearchSynonymsTable
  missed_searches: MissedSearchesTable
  ignored_searches: IgnoredSearchesTable
  imports: ImportsTable
  import_files: ImportFilesTable
  import_changes: ImportChangesTable
  information_notes: InformationNotesTable
}
