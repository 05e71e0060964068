/** What a check needs is not there; another check reports why. */
export class NotChecked extends Error {}
