/** See store-command.mjs. */
export function storeCommand(root: string): { args: string[]; env: Record<string, string> }
