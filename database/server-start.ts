/**
 * SQL that identifies a start of a server: transaction ids are comparable only within one. It differs after a restart, on a promoted standby,
 * and on a server restored from a backup. After the crash of a server process the postmaster continues, but the statistics are reset.
 */
export const SERVER_START =
  "concat(extract(epoch from pg_postmaster_start_time()), '/', extract(epoch from pg_stat_get_bgwriter_stat_reset_time()))"
