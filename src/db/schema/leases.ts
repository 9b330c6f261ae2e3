export type LeasesTable = {
  name: string
  holder: string
  expires_at: Date
}
