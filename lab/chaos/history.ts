/**
 * What a client requested. `charge` goes to the card provider, everything else to the store; `pry` requests
 * another client's data.
 */
export type Kind =
  | 'sign in'
  | 'look'
  | 'order'
  | 'start payment'
  | 'charge'
  | 'record payment'
  | 'delete'
  | 'ship'
  | 'review'
  | 'restock'
  | 'promote'
  | 'pry'

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
   * The subject: the mark of an order or a review; the id of an order (payments, delete, ship) or of a
   * product (restock); the email of the account to promote.
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

/** The requests and sightings of all clients. */
export type History = {
  attempts: Attempt[]
  sights: Sight[]
  /** The admins among the clients: they may see every order. */
  staff: string[]
  /** Periods without injected faults: the store must respond in them. */
  calm: { from: number; to: number }[]
}

/** The final state of store and provider, limited to what the clients created. */
export type StoreState = {
  orders: {
    id: string
    client: string
    mark: string
    product: string
    units: number
    hold: string
    transaction: string | null
    shipped: boolean
    deleted: boolean
  }[]
  reviews: { id: string; client: string; mark: string }[]
  products: { id: string; available: number }[]
  /** Deliveries, including each product's initial stock. */
  deliveries: { product: string; units: number; times: number }[]
  /** Emails. */
  admins: string[]
  /** The provider's charges: captured minus refunded, in cents. */
  charges: { order: string; transaction: string; cents: number }[]
}

/**
 * The outcome of a request by its response.
 * @param text an error may promise that nothing was done; the checker relies on it.
 */
export function outcomeOf(status: number, text: string): Outcome {
  if (status === 0 || status >= 500) return text.includes('Nothing was changed') ? 'refused' : 'unknown'
  return status < 400 ? 'done' : 'refused'
}
