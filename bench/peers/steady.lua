-- For wrk with one connection in each thread: clients that wait between an answer and their next request, and tell of each
-- request when it began, in milliseconds since 1970, and how many milliseconds its answer took.

local ffi = require("ffi")
ffi.cdef("typedef struct { long seconds; long nanoseconds; } moment; int clock_gettime(int clock, moment *now);")
local moment = ffi.new("moment")

-- In milliseconds, by the clock of that number: 0 is that of the day, 1 never jumps.
local function now(clock)
  ffi.C.clock_gettime(clock, moment)
  return tonumber(moment.seconds) * 1e3 + tonumber(moment.nanoseconds) / 1e6
end

local threads = {}

function setup(thread)
  threads[#threads + 1] = thread
end

function init()
  told = {}
  words = wrk.format()
end

function delay()
  return 10
end

function request()
  day = now(0)
  begun = now(1)
  return words
end

function response()
  told[#told + 1] = string.format("asked %.3f %.3f", day, now(1) - begun)
end

function done()
  for _, thread in ipairs(threads) do
    io.write(table.concat(thread:get("told"), "\n"), "\n")
  end
end
