/**
 * What a client requested. `fill cart` changes the lines of a cart, `delete` deletes a purchase, `receive`
 * receives a return, `pry` requests another client's data. `charge` goes to the card provider, everything
 * else to the store.
 */
export type Kind =
  | 'sign in'
  | 'look'
  | 'order'
  | 'fill cart'
  | 'check out'
  | 'start payment'
  | 'charge'
  | 'record payment'
  | 'delete'
  | 'ship'
  | 'ship parcel'
  | 'cancel'
  | 'refund'
  | 'return'
  | 'receive'
  | 'review'
  | 'restock'
  | 'promote'
  | 'pry'

/** Lines of a cart or a purchase, in any order. */
export type Lines = readonly { product: string; units: number }[]

/** A cart as the store answers it; revision 0 without lines. */
export type Cart = { revision: number; lines: Lines }

/**
 * `unknown`: no response, or an error that leaves it open: it may have happened completely, or not at all.
 */
export type Outcome = 'done' | 'refused' | 'unknown'

/** One request from start to end. Times in ms since the start of the history. */
export type Attempt = {
  /** The account's id. */
  client: string
  kind: Kind
  /**
   * The subject: the mark of an order, a checkout or a review; the id of a purchase (payments, delete, and
   * what is done after the sale), of an order (ship), of a return (receive) or of a product (restock); the
   * email of the account to promote.
   */
  subject: string
  from: number
  to: number
  /** 0: no response. */
  status: number
  outcome: Outcome
  key?: string
  /** The product of an order. */
  product?: string
  /** Units of an order or a delivery. */
  units?: number
  /** The cart of a checkout, as the client knew it. */
  cart?: Cart
  /** Of a deletion: whether the parts go back into the cart. */
  toCart?: boolean
  /**
   * The name in the response: the new row's id, the client secret, the transaction (of a charge: only once it
   * has succeeded).
   */
  named?: string
}

/** A sighting of an order. `gone`: the response was 404. */
export type Sight = {
  client: string
  order: string
  state: 'unpaid' | 'paid' | 'shipped' | 'gone'
  from: number
  to: number
}

/** What a client saw in its own cart. */
export type CartSight = { client: string; cart: Cart; from: number; to: number }

/** The requests and sightings of all clients. */
export type History = {
  attempts: Attempt[]
  sights: Sight[]
  carts: CartSight[]
  /** The admins among the clients: they may see every order. */
  staff: string[]
  /** Periods without injected faults: the store must respond in them. */
  calm: { from: number; to: number }[]
}

/** The final state of store and provider, limited to what the clients created. */
export type StoreState = {
  orders: {
    id: string
    /** The id of its purchase, which is that of its first order. */
    purchase: string
    client: string
    mark: string
    product: string
    units: number
    /** Units that are back in stock: canceled or returned. */
    back: number
    hold: string
    transaction: string | null
    shipped: boolean
    deleted: boolean
  }[]
  /** The carts that have lines. */
  carts: { client: string; cart: Cart }[]
  reviews: { id: string; client: string; mark: string }[]
  products: { id: string; available: number }[]
  /** Deliveries, including each product's initial stock. */
  deliveries: { product: string; units: number; times: number }[]
  /** Emails. */
  admins: string[]
  /** The ids of parcels, refunds and returns, and of the returns that were received. */
  made: string[]
  received: string[]
  /** The provider's charges, in cents: captured, of those that pay no purchase without what was refunded. */
  charges: { purchase: string; transaction: string; cents: number }[]
}

/**
 * The outcome of a request by its response.
 * @param text an error may promise that nothing was done; the checker relies on it.
 */
export function outcomeOf(status: number, text: string): Outcome {
  if (status === 0 || status >= 500) return text.includes('Nothing was changed') ? 'refused' : 'unknown'
  return status < 400 ? 'done' : 'refused'
}
