SELECT header_from, sum(count) AS failed, sumIf(count, disposition = 'none') AS delivered
FROM ruaflow.records
WHERE trust != 'none' AND NOT dmarc_pass AND day >= toDate(now('UTC')) - 30 AND {stored}
GROUP BY header_from
ORDER BY failed DESC, header_from
