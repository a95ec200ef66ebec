-- Milliseconds between an answer and the next request of the same client, for wrk.
function delay()
  return 10
end
