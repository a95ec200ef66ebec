/**
 * Words that a partner's clerk does not know: words of the mapping language, field names, unfilled placeholders, and
 * requests to the operator.
 */
export const notForClerks =
  /mapping|[`{}]|[a-z]_[a-z]|\b(?:default|pattern|accept|skip|lookup|feed|workspace|account|platform|Lading|FFS)\b|\brequest (?:an?|the|one)\b/i;
