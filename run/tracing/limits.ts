/** Bounds of the export of traces and logs. */
export const exportLimits = {
  owner: 'process',
  perOwner: null,
  total: 2048, // spans, and as many log records
  deadlineMs: 2000, // of one export, and of the last one when the service stops
  refusal: 'dropped',
} as const
