/**
 * The channel of NOTIFY on which the processes of a store tell each other what has changed. A trigger of the
 * database (functions/announce.sql) uses its name, too.
 */
export const CHANGE_CHANNEL = 'driveline'
